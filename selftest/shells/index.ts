/** Servers that do nothing useful. */
import { constantBodies } from './constant-bodies.ts'
import { constantErrors } from './constant-errors.ts'
import { echoes } from './echoes.ts'
import { readsStale } from './reads-stale.ts'
import type { Shell } from './shell.ts'
import { writesForgotten } from './writes-forgotten.ts'
import { writesRejected } from './writes-rejected.ts'

export type { Shell } from './shell.ts'

export const shells: readonly Shell[] = [
  ...constantErrors,
  ...constantBodies,
  ...echoes,
  ...writesRejected,
  writesForgotten,
  readsStale,
]
