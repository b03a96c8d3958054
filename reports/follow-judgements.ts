import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import type { Judgement } from './conformance.ts'

export interface Following {
  /** Tells of what has come since, and of nothing more. */
  end(): void
}

/** As often as people want to know. */
const EVERY_MS = 250

/**
 * Tells of each judgement when it stands in the file to which workers append theirs: the engine says nothing before a test
 * ends, and a test may be a quarter of the run.
 */
export function followJudgements(path: string, told: (judgement: Judgement) => void): Following {
  const decoder = new StringDecoder('utf8')
  let read = 0
  let begun = ''

  const catchUp = () => {
    if (!existsSync(path)) return
    const bytes = bytesFrom(path, read)
    read += bytes.length
    const lines = (begun + decoder.write(bytes)).split('\n')
    begun = lines.pop() ?? ''
    for (const judgement of lines.flatMap(judgementIn)) told(judgement)
  }
  const timer = setInterval(catchUp, EVERY_MS).unref()
  return {
    end() {
      clearInterval(timer)
      catchUp()
    },
  }
}

/** None in a line that was cut, since a worker was killed. */
function judgementIn(line: string): readonly Judgement[] {
  try {
    return [JSON.parse(line) as Judgement]
  } catch {
    return []
  }
}

function bytesFrom(path: string, position: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - position))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position))
  } finally {
    closeSync(file)
  }
}
