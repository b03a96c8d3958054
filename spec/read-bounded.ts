import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 64 * 1024
/** A file that a person writes is far smaller. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * The bytes of a file that a person names, which may be a pipe (`<(command)`) or, by mistake, a device without an end.
 *
 * @throws Error of the file system; with the code EFBIG if there are more bytes
 */
export function readBounded(path: string, mostBytes = MOST_BYTES): Buffer {
  const file = openSync(path, 'r')
  try {
    const chunks: Buffer[] = []
    for (let size = 0; ;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const read = readSync(file, chunk)
      if (read === 0) return Buffer.concat(chunks)
      size += read
      if (size > mostBytes)
        throw Object.assign(new Error(`EFBIG: ${path} has more than ${mostBytes} bytes`), { code: 'EFBIG' })
      chunks.push(chunk.subarray(0, read))
    }
  } finally {
    closeSync(file)
  }
}

/** The same as text in UTF-8. */
export const readBoundedText = (path: string, mostBytes = MOST_BYTES): string =>
  readBounded(path, mostBytes).toString('utf8')
