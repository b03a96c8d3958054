/** Why the requirements of each flow matter, apart from the rest of `spec/`: a run does without most of it. */
import { createRequire } from 'node:module'
import type { Explanation } from './model.ts'

const explanations = createRequire(import.meta.url)('./generated/explanations.json') as Readonly<
  Record<string, Explanation>
>

/** Of the flow that a requirement belongs to; undefined: there is no such requirement. */
export const explanationOf = (id: string): Explanation | undefined => explanations[id.slice(0, 3)]
