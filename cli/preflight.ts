/** The engine's global setup: one harmless request, before three hundred are made. */
import { operations, type OperationName } from '../spec/index.ts'
import { loadDeployment } from '../fixtures/deployment/load-deployment.ts'
import type { Deployment } from '../fixtures/deployment/deployment.ts'
import { evidenceFile, type Evidence } from '../fixtures/evidence.ts'
import { liveTransport } from '../fixtures/live-transport.ts'
import { TransportError, type Transport } from '../fixtures/transport.ts'

/** Nothing is judged since the deployment cannot be spoken to: exit code 3. */
export class DeploymentUnreachable extends Error {
  override readonly name = 'DeploymentUnreachable'
}

export default async function preflight(): Promise<void> {
  if (process.env.ASSAY_SUBJECTS !== undefined) return
  const deployment = loadDeployment(process.env.ASSAY_DEPLOYMENT!, process.env)
  const transport = liveTransport(1)
  try {
    await probe(deployment, transport, evidenceFile(process.env.ASSAY_EVIDENCE!))
  } finally {
    await transport.close()
  }
}

/** Without credentials, so that whatever is there, nothing happens to it. */
async function probe(deployment: Deployment, transport: Transport, evidence: Evidence): Promise<void> {
  const candidates: readonly OperationName[] = [
    'listAgentActions',
    'getPlatformExternalAccount',
    'getTransaction',
  ]
  const operation = candidates.find((name) => deployment.operations[name] !== null) ?? 'listAgentActions'
  const { path } = deployment.operations[operation] ?? operations[operation]
  const url = `${deployment.baseUrl}${path.replace(/\{[^}]*\}/g, 'none')}`
  const request = { method: 'GET', url, headers: { accept: 'application/json' } }
  const begun = Date.now()
  const base = {
    id: 'probe.1.1',
    check: 'probe',
    kind: 'probe',
    operation,
    at: new Date(begun).toISOString(),
    request,
    findings: [],
  } as const
  try {
    const timeoutMs = deployment.limits.requestTimeoutSeconds * 1000
    const { status, headers, body } = await transport.send({
      ...request,
      body: undefined,
      timeoutMs,
      maxBytes: 1024 * 1024,
    })
    const text = Buffer.from(body).toString('utf8').slice(0, 4_000)
    const response = {
      status,
      headers: withoutCookies(headers),
      body: text,
      bytes: body.byteLength,
      truncated: body.byteLength > text.length,
    }
    evidence.keep({ ...base, durationMs: Date.now() - begun, response })
    const type = headers['content-type'] ?? ''
    if (/html/i.test(type)) {
      throw new DeploymentUnreachable(
        `Asking ${url} (GET, no credentials) was answered ${status} with ${printable(type)} instead of JSON: this is a web page, not the API.\n  → Check baseUrl in ${deployment.file}, and proxies or login pages on the way.`,
      )
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    evidence.keep({
      ...base,
      durationMs: Date.now() - begun,
      error: { kind: error.kind, message: error.message },
    })
    throw new DeploymentUnreachable(
      `Asking ${url} (GET, no credentials) got no complete response: ${error.message}.\n  → Check that the deployment runs, that baseUrl in ${deployment.file} is right, and that it can be reached from here.`,
    )
  }
}

const withoutCookies = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'set-cookie'))

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)
