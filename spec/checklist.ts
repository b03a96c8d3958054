/**
 * The contract, sentence by sentence, and what judges each. Apart from the rest of `spec/`, since a run does without it
 * and each of its workers would load it.
 */
import { createRequire } from 'node:module'
import type { RequirementId } from './generated/catalogue.ts'
import type { Rule } from './model.ts'

export const checklist = createRequire(import.meta.url)(
  './generated/checklist.json',
) as readonly Rule<RequirementId>[]
