import { createPublicKey } from 'node:crypto'
import { keyId, signingKey } from '../../certificates/keys.ts'
import type { Certificate } from '../../certificates/statement.ts'
import { certificateState } from '../../certificates/log/certificate-state.ts'
import { entryIn, type LogEntry } from '../../certificates/log/log-entry.ts'
import { signingKeyText, trustedKeysFrom } from '../signing-key.ts'
import type { Terminal } from '../terminal.ts'
import { assayError } from '../../errors/index.ts'
import { bundleId } from './bundle-id.ts'
import { appendToLog, linesOfLog, STATUS_LIST } from './log-folder.ts'

export interface LogOptions {
  readonly bundle: string
  /** Folder of the log. */
  readonly log: string
  /** Path of the private key of the log; undefined: it is in the environment. */
  readonly key: string | undefined
  /** Path of the public key, or key set, of the certificate; undefined: that of the log. */
  readonly certificateKey: string | undefined
}

const MAX_REASON = 500

/**
 * Revokes a certificate.
 *
 * @throws AssayError where the log does not have it, or it is revoked already
 */
export function revoke(
  { reason, ...options }: LogOptions & { readonly reason: string },
  terminal: Terminal,
  now: number,
): void {
  const said = reason.trim()
  if (said === '' || said.length > MAX_REASON)
    throw assayError('reason-too-long', { characters: said.length, max: MAX_REASON })
  const certificate = addToLog(
    'revoke',
    options,
    (id, at) => ({ event: 'revoked', certificate: id, at, reason: said }),
    terminal,
    now,
  )
  terminal.stdout.write(`Revoked: certificate ${certificate}\nStatus list: ${options.log}/${STATUS_LIST}\n`)
}

/**
 * Adds an entry about a certificate that the log has.
 *
 * @returns the id of the certificate
 */
export function addToLog(
  command: string,
  { bundle, log, key: keyPath, certificateKey }: LogOptions,
  entryOf: (certificate: string, at: string, said: Certificate) => LogEntry,
  terminal: Terminal,
  now: number,
): string {
  const { pem, from } = signingKeyText(keyPath, terminal, command)
  const key = signingKey(pem, from)
  const trusted =
    certificateKey === undefined
      ? [{ id: keyId(key), key: createPublicKey(key) }]
      : trustedKeysFrom(certificateKey, terminal)
  const { certificate, said } = bundleId(command, bundle, trusted)
  const entries = linesOfLog(log).flatMap((line) => entryIn(line) ?? [])
  const { state } = certificateState(entries, certificate, now)
  if (state === 'unlisted' || state === 'revoked')
    throw state === 'revoked'
      ? assayError('certificate-already-revoked', { command })
      : assayError('certificate-not-logged', { command, log, folder: bundle })
  const at = new Date(now).toISOString()
  appendToLog(log, [entryOf(certificate, at, said)], key, at)
  return certificate
}
