/**
 * The checklist of the contract: every sentence and the requirements that judge it. Separate from the rest of `spec/`:
 * a run does not need it, and each worker would load it.
 */
import { createRequire } from 'node:module'
import type { RequirementId } from './generated/catalogue.ts'
import type { Rule } from './model.ts'

export const checklist = createRequire(import.meta.url)(
  './generated/checklist.json',
) as readonly Rule<RequirementId>[]
