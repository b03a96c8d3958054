import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONTRACT_VERSION } from '../spec/index.ts'
import { openApiDocument } from './documented-answers.ts'
import { PRISM, untilListening } from './prism.ts'
import { freePort, startTool } from './tool-process.ts'

export interface PrismMock {
  /** Base address; ends with the version segment. */
  readonly url: string
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Serves Prism's mock of the OpenAPI document: an independent implementation. It responds with the document's examples,
 * keeps no state, and accepts any credentials.
 *
 * @throws ToolFailed when Prism is not installed or does not start
 */
export async function startPrismMock(wanted?: number): Promise<PrismMock> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-prism-'))
  const file = join(folder, 'openapi.json')
  const paths = Object.entries(openApiDocument.paths).map(([path, item]) => [
    `/${CONTRACT_VERSION}${path}`,
    item,
  ])
  await writeFile(file, JSON.stringify({ ...openApiDocument, paths: Object.fromEntries(paths) as object }))
  const port = wanted ?? (await freePort())
  const mock = startTool(PRISM, 'prism', [
    'mock',
    file,
    '--port',
    `${port}`,
    '--host',
    '127.0.0.1',
    '-v',
    'silent',
  ])
  const ended = mock.ended.then(() => rm(folder, { recursive: true, force: true }))
  try {
    await untilListening(mock, port)
  } catch (error) {
    await mock.stop()
    await ended
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}/${CONTRACT_VERSION}`,
    ended,
    stop: async () => {
      await mock.stop()
      await ended
    },
  }
}
