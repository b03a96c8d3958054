import { existsSync, readFileSync } from 'node:fs'
import type { Judgement } from './conformance.ts'

/** The judgements that stand in a file, a line each; none where there is no file, since nothing was judged. */
export const readJudgements = (path: string): readonly Judgement[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line) as Judgement)
    : []
