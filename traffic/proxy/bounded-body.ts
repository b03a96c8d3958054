import type { RecordedBody } from '../recorded-exchange.ts'

/** Collects the chunks of a body, up to a limit. */
export interface BoundedBody {
  add(chunk: Uint8Array): void
  /** @param isComplete whether the body is complete */
  whole(isComplete: boolean): RecordedBody
  bytes(): number
}

/** @param limit bytes; a longer body is dropped */
export function boundedBody(limit: number): BoundedBody {
  let chunks: Uint8Array[] = []
  let bytes = 0
  return {
    add(chunk) {
      bytes += chunk.length
      if (bytes > limit) chunks = []
      else chunks.push(chunk)
    },
    whole: (isComplete) =>
      !isComplete || bytes > limit ? 'unseen' : bytes === 0 ? 'none' : new Uint8Array(Buffer.concat(chunks)),
    bytes: () => bytes,
  }
}
