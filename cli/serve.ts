import { once } from 'node:events'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandOnly, commandsFor } from '../reports/commands.ts'
import type { Reference } from '../reference/serve.ts'
import type { GivenContract } from './run-options.ts'
import { startSelftestServer } from '../selftest/hosted/hosting.ts'
import { assayError } from '../errors/index.ts'

/** A deployment file of Assay, relative to the working directory. */
const shipped = (file: string) =>
  relative(process.cwd(), fileURLToPath(new URL(`../deployments/${file}`, import.meta.url)))

const DEFAULTS = { clientId: 'assay-client', clientSecret: 'assay-secret', statesToken: 'assay-states' }

/**
 * Serves the reference deployment until the process is interrupted. Credentials: from the environment, or examples.
 *
 * @param contract a later version that is served too
 */
export async function serve(port: string | undefined, contract?: GivenContract): Promise<void> {
  const environment = process.env
  const credentials = {
    clientId: environment.ASSAY_REFERENCE_CLIENT_ID ?? DEFAULTS.clientId,
    clientSecret: environment.ASSAY_REFERENCE_CLIENT_SECRET ?? DEFAULTS.clientSecret,
  }
  const statesToken = environment.ASSAY_REFERENCE_STATES_TOKEN ?? DEFAULTS.statesToken
  const server = await startSelftestServer({
    ...numberedPort(port),
    credentials,
    statesToken,
    refusesOtherHosts: true,
    version: contract?.served,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw assayError('port-unusable', { option: '--port', address: `port ${port}`, code: error.code })
  })
  process.stdout.write(
    [
      `Reference deployment: ${server.url}`,
      `Provider states:      ${server.statesUrl}`,
      '',
      'To judge it from another terminal:',
      `  export ASSAY_REFERENCE_URL=${server.url} ASSAY_REFERENCE_STATES_URL=${server.statesUrl}`,
      `  export ASSAY_REFERENCE_CLIENT_ID=… ASSAY_REFERENCE_CLIENT_SECRET=… ASSAY_REFERENCE_STATES_TOKEN=…`,
      `  ${commandsFor({ deployment: shipped('reference.yaml') }).run}`,
      ...linesOf(server.later, contract),
      environment.ASSAY_REFERENCE_CLIENT_SECRET === undefined
        ? `Example credentials: ${DEFAULTS.clientId} / ${DEFAULTS.clientSecret}, states token ${DEFAULTS.statesToken}`
        : 'Credentials: as in the environment.',
      'Interrupt with Ctrl-C.',
      '',
    ].join('\n'),
  )
  await interrupted()
  await server.close()
}

/** How to judge the later version that is served. */
const linesOf = (later: Reference['later'], contract: GivenContract | undefined): readonly string[] =>
  later === undefined || contract === undefined
    ? []
    : [
        '',
        `Contract ${contract.contract.version}: ${later.url}`,
        `  export ASSAY_REFERENCE_URL=${later.url} ASSAY_REFERENCE_STATES_URL=${later.statesUrl}`,
        `  ${commandsFor({ deployment: shipped('reference.yaml'), contract: contract.given }).run}`,
        '',
      ]

/**
 * Serves the mock that Prism makes of the OpenAPI document until the process is interrupted.
 *
 * @throws AssayError when Prism cannot be started
 */
export async function servePrism(port: string | undefined): Promise<void> {
  const { startPrismMock } = await import('../second-opinions/prism-mock.ts')
  const mock = await startPrismMock(numberedPort(port).port).catch((error: Error) => {
    if (error.name !== 'ToolFailed') throw error
    throw assayError('prism-not-started', { reason: error.message })
  })
  process.stdout.write(
    [
      `Prism's mock of the OpenAPI document: ${mock.url}`,
      'It responds with examples, keeps no state, and accepts any credentials.',
      '',
      'To judge its responses from another terminal:',
      `  export PRISM_URL=${mock.url} PRISM_CLIENT_ID=prism-client PRISM_CLIENT_SECRET=prism-secret`,
      `  ${commandOnly(commandsFor({ deployment: shipped('prism.yaml') }), ['conventions'])}`,
      'Interrupt with Ctrl-C.',
      '',
    ].join('\n'),
  )
  await Promise.race([interrupted(), mock.ended])
  await mock.stop()
}

const interrupted = () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

function numberedPort(port: string | undefined): { readonly port?: number } {
  if (port === undefined) return {}
  const number = Number(port)
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return { port: number }
  throw assayError('port-invalid', { option: '--port', port })
}
