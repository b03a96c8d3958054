import { json, type Shell } from './shell.ts'

const everythingGets = (id: string, title: string, body: unknown): Shell => ({
  id,
  title: `returns 200 with ${title} for everything`,
  api: () => () => json(200, body),
})

export const constantBodies: readonly Shell[] = [
  everythingGets('empty-object', '{}', {}),
  everythingGets('empty-array', '[]', []),
  everythingGets('null', 'null', null),
  everythingGets('empty-list', 'an empty list', { data: [], hasMore: false, totalCount: 0 }),
  {
    id: 'no-content',
    title: 'returns 204 without a body for everything',
    api: () => () => new Response(null, { status: 204 }),
  },
]
