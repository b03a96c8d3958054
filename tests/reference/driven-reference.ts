/** The reference served over HTTP for a test, with a record of which rules it asked. */
import { conforming, type Rules } from '../../reference/rules/index.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import type { StateName, StateParams, StateValues } from '../../spec/index.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, for tests that know its shape. */
  readonly json: Readonly<Record<string, unknown>>
}

export interface DrivenReference {
  readonly url: string
  readonly statesUrl: string
  /** Names of the rules asked so far. */
  readonly asked: ReadonlySet<string>
  arrange<Name extends StateName>(state: Name, params: StateParams[Name]): Promise<StateValues[Name]>
  states(body: unknown, authorization?: string): Promise<Reply>
  /** Sends with platform credentials unless other headers are given. */
  platform(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>
  agent(token: string, method: string, path: string, body?: unknown, requestId?: string): Promise<Reply>
  close(): Promise<void>
}

export const credentials = { clientId: 'client', clientSecret: 'secret' }
export const basic = `Basic ${btoa('client:secret')}`
const statesToken = 'states'

export async function startDriven(replaced: Partial<Rules> = {}): Promise<DrivenReference> {
  const asked = new Set<string>()
  const rules = new Proxy<Rules>(
    { ...conforming, ...replaced },
    {
      get(target, name) {
        asked.add(String(name))
        return Reflect.get(target, name) as unknown
      },
    },
  )
  const server = await startSelftestServer({ credentials, statesToken, rules })

  const send = async (
    url: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ) => {
    const payload = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(url, { method, headers, body: payload })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: JSON.parse(text) as Readonly<Record<string, unknown>>,
    }
  }
  const states = (body: unknown, authorization = `Bearer ${statesToken}`) =>
    send(server.statesUrl, 'POST', { authorization }, body)

  return {
    url: server.url,
    statesUrl: server.statesUrl,
    asked,
    states,
    arrange: async (state, params) => {
      const { status, text, json } = await states({ action: 'setup', state, params })
      if (status !== 200) throw new Error(`${state}: ${status} ${text}`)
      return json as unknown as StateValues[typeof state]
    },
    platform: (method, path, body, headers = { authorization: basic }) =>
      send(server.url + path, method, headers, body),
    agent: (token, method, path, body, requestId) =>
      send(
        server.url + path,
        method,
        {
          authorization: `Bearer ${token}`,
          ...(requestId !== undefined && { 'idempotency-key': requestId }),
        },
        body,
      ),
    close: () => server.close(),
  }
}

/** Rules of the flow that no request of the test made the reference ask: dead ones, or untested. */
export const neverAsked = (flow: object, { asked }: DrivenReference): readonly string[] =>
  Object.keys(flow).filter((name) => !asked.has(name))
