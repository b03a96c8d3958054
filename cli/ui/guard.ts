import { timingSafeEqual } from 'node:crypto'

interface Guarded {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  /** `Sec-Fetch-Site`, which browsers send and pages cannot set. */
  readonly site: string | undefined
}

/**
 * Why a request is refused, as the name of the header; undefined: it is not. A page of another host that resolves to this
 * machine has that name in `Host`; a page elsewhere has its own `Origin`.
 */
export function refusedHeader({ method, host, origin, site }: Guarded, port: number): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (host === undefined || !hosts.includes(host)) return 'Host'
  if (origin !== undefined && origin !== `http://${host}`) return 'Origin'
  // A page may link here, and may do nothing else.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'Sec-Fetch-Site'
  return method === 'GET' || origin !== undefined ? undefined : 'Origin'
}

/** Whether an `Authorization` header has the token. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
