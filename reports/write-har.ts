import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import type { Exchange } from './conformance.ts'
import { harEntry, isHttp } from './har-entry.ts'
import { linesIn } from '../spec/lines-in.ts'

/** The archive, and the file with what its exchanges lack. */
export interface HarFiles {
  /** Lines of bodies that their exchange holds the beginning of; it need not be there. */
  readonly bodies: string
  readonly har: string
}

/**
 * Writes the exchanges of a run as an HTTP Archive, one at a time.
 *
 * @param exchanges as they are in the recording, so without secrets
 */
export async function writeHar(
  exchanges: Iterable<Exchange>,
  files: HarFiles,
  toolVersion: string,
): Promise<void> {
  const bodies = new Map<string, string>()
  for await (const value of valuesIn(files.bodies)) {
    const { exchange, body } = value as { readonly exchange: string; readonly body: string }
    bodies.set(exchange, body)
  }
  const part = `${files.har}.part`
  await rm(part, { force: true })
  const out = createWriteStream(part, { flags: 'wx' })
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain')
  }
  const creator = JSON.stringify({ name: 'assay', version: toolVersion })
  await write(`{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`)
  let separator = '\n'
  for (const exchange of exchanges) {
    if (!isHttp(exchange)) continue
    await write(`${separator}${JSON.stringify(harEntry(exchange, bodies.get(exchange.id)))}`)
    separator = ',\n'
  }
  await write('\n]}}\n')
  out.end()
  await once(out, 'close')
  await rename(part, files.har)
}

/** The lines of a file as JSON; the last of a run that was killed may be cut. */
async function* valuesIn(file: string): AsyncGenerator {
  if (!existsSync(file)) return
  for await (const line of linesIn(file)) {
    if (line.endsWith('}')) yield JSON.parse(line)
  }
}
