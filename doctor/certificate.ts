import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import type { TlsMaterial } from '../fixtures/config/tls-files.ts'
import { connectionOf } from '../fixtures/http/dispatchers.ts'
import { startTimer } from '../fixtures/time.ts'
import type { RequirementId } from '../spec/index.ts'
import { certificateProblem } from '../fixtures/http/certificate-problem.ts'
import { certificateRemedy } from './connection-remedy.ts'
import { fine, type Diagnosis } from './diagnosis.ts'

const SOON_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/

interface Presented {
  readonly certificate: PeerCertificate
  /** Why the certificate is not trusted. */
  readonly refusal: string | undefined
}

/**
 * Whether the TLS certificate of an address is valid: trusted here, issued for this host, and not about to expire.
 *
 * @param key key of the deployment file that names the address
 * @param blocks requirements that cannot be judged otherwise
 * @param tls TLS settings of the deployment file
 */
export async function examineCertificate(
  key: string,
  url: URL,
  blocks: readonly RequirementId[],
  timeoutMs: number,
  tls: TlsMaterial = {},
): Promise<Diagnosis> {
  const what = `TLS of ${key}`
  if (url.protocol === 'http:') {
    if (LOOPBACK.test(url.hostname)) return fine(what, 'plain http within this machine')
    const detail = 'plain http: credentials are sent unencrypted'
    return { what, state: 'warn', detail, blocks: [], fixIn: 'deployment-file', fix: `${key}: https://…` }
  }
  const wrong = { what, state: 'wrong', blocks, fixIn: 'environment' } as const
  const presented = await presentedBy(url, timeoutMs, tls)
  if (presented instanceof Error) {
    const code = (presented as NodeJS.ErrnoException).code ?? presented.message
    return {
      ...wrong,
      state: 'missing',
      detail: `no TLS connection to ${url.host} (${code})`,
      fix: /SSL|TLS|EPROTO/.test(code)
        ? certificateRemedy(code)
        : 'Check that TLS is served at this host and port.',
    }
  }
  const { certificate, refusal } = presented
  const until = new Date(certificate.valid_to)
  const days = Math.floor((until.getTime() - Date.now()) / DAY_MS)
  const date = Number.isNaN(days) ? 'an unknown date' : until.toISOString().slice(0, 10)
  if (refusal !== undefined) {
    return {
      ...wrong,
      detail: certificateProblem(refusal) ?? `the certificate is rejected (${refusal})`,
      fix: certificateRemedy(refusal),
    }
  }
  return days < SOON_DAYS
    ? {
        what,
        state: 'warn',
        detail: `the certificate is valid until ${date} only`,
        blocks: [],
        fixIn: 'environment',
        fix: 'Renew the certificate before that date.',
      }
    : fine(what, `the certificate is valid until ${date}`)
}

function presentedBy(url: URL, timeoutMs: number, tls: TlsMaterial): Promise<Presented | Error> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((done) => {
    const socket = connect({
      ...connectionOf(tls),
      host,
      port: Number(url.port || 443),
      ...(isIP(host) ? {} : { servername: host }),
      // Only inspects the certificate; sends no request.
      rejectUnauthorized: false,
    })
    const timer = startTimer(() => end(new Error(`no handshake within ${timeoutMs / 1000} s`)), timeoutMs)
    const end = (result: Presented | Error) => {
      clearTimeout(timer)
      socket.destroy()
      done(result)
    }
    socket.on('error', end)
    socket.on('secureConnect', () =>
      end({
        certificate: socket.getPeerCertificate(),
        refusal: socket.authorized ? undefined : String(socket.authorizationError),
      }),
    )
  })
}
