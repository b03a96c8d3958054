import { existsSync, readFileSync } from 'node:fs'
import type { Judgement } from './conformance.ts'

/** The judgements in a file, one per line; empty without a file, since nothing was judged. */
export const readJudgements = (path: string): readonly Judgement[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Judgement)
    : []
