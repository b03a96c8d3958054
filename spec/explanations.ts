/** Why the requirements of each flow matter. Separate from the rest of `spec/`: a run rarely needs it. */
import { createRequire } from 'node:module'
import type { Explanation } from './model.ts'

const explanations = createRequire(import.meta.url)('./generated/explanations.json') as Readonly<
  Record<string, Explanation>
>

/** The explanation of a requirement's flow; undefined: there is no such requirement. */
export const explanationOf = (id: string): Explanation | undefined => explanations[id.slice(0, 3)]
