/** A reporter for `node --test`: one line of JSON for each test that ended. */
import type { TestEvent } from 'node:test/reporters'

/** A test that ended. */
export interface Ended {
  readonly name: string
  /** Absolute path of its file. */
  readonly file: string
  /** How long it took, milliseconds. */
  readonly ms: number
  readonly failed: boolean
}

export default async function* endedReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, file = '', details, todo, skip } = data
    const failed = type === 'test:fail' && todo === undefined && skip === undefined
    if (details.type === 'suite' && !failed) continue
    yield `${JSON.stringify({ name, file, ms: details.duration_ms, failed } satisfies Ended)}\n`
  }
}
