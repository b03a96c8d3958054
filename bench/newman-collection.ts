import type { WireExchange } from './wire-exchanges.ts'

/**
 * A Newman collection that sends recorded requests and tests each response: its status, that its body is JSON, and that
 * it has every recorded field. It has no schemas, so it does less than the others.
 *
 * @param origin of the server that sends the recorded responses
 */
export const newmanCollection = (origin: string, exchanges: readonly WireExchange[]) => ({
  info: {
    name: 'recorded',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  item: exchanges.map(({ id, method, path, sent, status, body }) => ({
    name: id,
    request: {
      method,
      url: `${origin}${path}`,
      header: [
        { key: 'x-exchange', value: id },
        { key: 'content-type', value: 'application/json' },
      ],
      ...(sent === undefined ? {} : { body: { mode: 'raw', raw: sent } }),
    },
    event: [
      {
        listen: 'test',
        script: {
          exec: [
            `pm.test('status', () => pm.response.to.have.status(${status}))`,
            ...(membersOf(body).length > 0
              ? [
                  `pm.test('body', () => pm.expect(pm.response.json()).to.include.all.keys(${JSON.stringify(membersOf(body))}))`,
                ]
              : []),
          ],
        },
      },
    ],
  })),
})

function membersOf(body: string): readonly string[] {
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.keys(json) : []
  } catch {
    return []
  }
}
