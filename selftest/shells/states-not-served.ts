import type { Shell } from './shell.ts'

export const statesNotServed: Shell = {
  id: 'states-404',
  title: 'returns 404 for every provider state, but serves the API as the reference server does',
  api: ({ serve }) => serve,
  servesStates: false,
}
