/**
 * The reference server behind other addresses and names: a proxy without default bindings, so that the suites reach it
 * only through the deployment file, or at an address that the contract shows.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { stringify } from 'yaml'
import {
  CONTRACT_VERSION,
  names,
  operations,
  type NameBinding,
  type OperationName,
} from '../../spec/index.ts'

const PLACE = '/elsewhere'

/** `/cards/{id}` of `getCard` is at `/elsewhere/getCard/{id}`. */
const pathOf = (operation: OperationName): string =>
  [PLACE, operation, ...(operations[operation].path.match(/\{\w+\}/g) ?? [])].join('/').replace('//', '/')

const nameOf = (binding: NameBinding): string => NAMED[binding] ?? `their_${binding}`

const NAMED: Readonly<Partial<Record<NameBinding, string>>> = {
  requestIdHeader: 'X-Their-Key',
  // Cards may show their state under this name too; only the request that changes it is renamed.
  cardState: 'status',
  // Deliveries come from the reference itself, past the proxy.
  webhookSignatureHeader: names.webhookSignatureHeader,
}

/** Errors have a `code` too: responses keep the name that requests change. */
const shownAs = (binding: NameBinding): string =>
  binding === 'oneTimeCode' ? names.oneTimeCode : nameOf(binding)

/** The rest of a deployment file: every operation and every name that the contract does not show bound otherwise. */
export const renamedBindings = (): string =>
  stringify({
    operations: Object.fromEntries(
      (Object.keys(operations) as OperationName[])
        .filter((name) => !operations[name].shown)
        .map((name) => [name, `${operations[name].method} ${pathOf(name)}`]),
    ),
    names: Object.fromEntries((Object.keys(names) as NameBinding[]).map((name) => [name, nameOf(name)])),
  })

export interface Renamed {
  readonly url: string
  close(): Promise<void>
}

/** @param origin of the reference */
export async function startRenamed(origin: string): Promise<Renamed> {
  const server = createServer((request, response) => {
    forwarded(request, origin).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${CONTRACT_VERSION}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function forwarded(request: IncomingMessage, origin: string) {
  const body = await text(request)
  const {
    'x-their-key': requestId,
    host: _,
    'content-length': __,
    connection: ___,
    ...headers
  } = request.headers
  const response = await fetch(`${origin}${routed(request.method ?? '', request.url ?? '/')}`, {
    method: request.method!,
    headers: {
      ...(headers as Record<string, string>),
      ...(requestId === undefined ? {} : { 'idempotency-key': String(requestId) }),
    },
    redirect: 'manual',
    ...(body === '' ? {} : { body: translated(body, (binding) => [nameOf(binding), names[binding]]) }),
  })
  const kept = ['content-type', 'date', 'retry-after'].flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: translated(await response.text(), (binding) => [names[binding], shownAs(binding)]),
  }
}

/** Whether the contract shows an operation at this address. */
const isShown = (method: string, path: string): boolean =>
  Object.values(operations).some(
    (operation) =>
      operation.shown &&
      operation.method === method &&
      new RegExp(`^/${CONTRACT_VERSION}${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )

/** From where an operation is bound here to where the reference has it; at another default there is nothing. */
function routed(method: string, url: string): string {
  const [path = '', query] = url.split('?')
  if (isShown(method, path)) return url
  const [name = '', ...values] = path.replace(`/${CONTRACT_VERSION}${PLACE}/`, '').split('/')
  const operation = Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined
  if (!path.startsWith(`/${CONTRACT_VERSION}${PLACE}/`) || !operation) return '/nothing-here'
  const theirs = operation.path.replaceAll(/\{\w+\}/g, () => values.shift() ?? '')
  return `/${CONTRACT_VERSION}${theirs}${query === undefined ? '' : `?${query}`}`
}

/** JSON text with the strings that are names of open fields replaced, keys and values alike. */
const translated = (
  json: string,
  pair: (binding: NameBinding) => readonly [from: string, to: string],
): string =>
  (Object.keys(names) as NameBinding[]).reduce((done, binding) => {
    const [from, to] = pair(binding)
    return done.replaceAll(`"${from}"`, `"${to}"`)
  }, json)
