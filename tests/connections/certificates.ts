/** X.509 certificates for tests, signed with ECDSA over P-256 (RFC 5280). */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface Issued {
  readonly cert: string
  readonly key: string
}

export interface Authority extends Issued {
  /** A certificate for hosts, and addresses of IPv4, or for a client; with negative days it has expired. */
  issue(name: string, hosts?: readonly string[], days?: number): Issued
}

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => tlv(0x30, ...parts)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (name: string) => sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))))
const utcTime = (at: Date) =>
  tlv(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2, 14)}Z`,
    ),
  )

const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [tlv(0x01, Buffer.from([0xff]))] : []), tlv(0x04, value))
const IS_AUTHORITY = extension('551d13', true, sequence(tlv(0x01, Buffer.from([0xff]))))
const alternativeNames = (hosts: readonly string[]) =>
  extension(
    '551d11',
    false,
    sequence(
      ...hosts.map((host) =>
        /^[\d.]+$/.test(host)
          ? tlv(0x87, Buffer.from(host.split('.').map(Number)))
          : tlv(0x82, Buffer.from(host)),
      ),
    ),
  )

let serial = 1
const DAY_MS = 86_400_000
const VALID_DAYS = 30

function certificate(
  target: string,
  issuer: string,
  publicKey: KeyObject,
  signer: KeyObject,
  extensions: readonly Uint8Array[],
  days: number,
): string {
  const now = Date.now()
  const toBeSigned = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([serial++])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(utcTime(new Date(now - 2 * DAY_MS)), utcTime(new Date(now + days * DAY_MS))),
    nameOf(target),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [tlv(0xa3, sequence(...extensions))] : []),
  )
  const signature = sign('sha256', toBeSigned, signer)
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, tlv(0x03, Buffer.from([0]), signature))
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string

export function newAuthority(name: string): Authority {
  const own = keys()
  return {
    cert: certificate(name, name, own.publicKey, own.privateKey, [IS_AUTHORITY], VALID_DAYS),
    key: pemOf(own.privateKey),
    issue(target, hosts = [], days = VALID_DAYS) {
      const { publicKey, privateKey } = keys()
      const extensions = hosts.length > 0 ? [alternativeNames(hosts)] : []
      return {
        cert: certificate(target, name, publicKey, own.privateKey, extensions, days),
        key: pemOf(privateKey),
      }
    },
  }
}
