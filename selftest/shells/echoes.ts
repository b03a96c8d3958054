import { randomUUID } from 'node:crypto'
import { isObject } from '../../reference/is-object.ts'
import { json, type Shell } from './shell.ts'

export const echoes: readonly Shell[] = [
  {
    id: 'echo',
    title: 'returns 200 with the request body for everything',
    api: () => async (request) => json(200, await bodyOf(request)),
  },
  {
    id: 'echo-with-id',
    title: 'returns the request body with a new id for everything, with 201 for a POST',
    api: () => async (request) => {
      const body = await bodyOf(request)
      return json(request.method === 'POST' ? 201 : 200, {
        ...(isObject(body) ? body : {}),
        id: `Resource:${randomUUID()}`,
      })
    },
  },
]

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await request.text())
  } catch {
    return {}
  }
}
