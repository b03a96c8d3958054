import type { Rules } from '../reference/rules/index.ts'

/** The rules that a fault, a variant or a shell replaces; a function if they depend on the current rules. */
export type Replacement = Partial<Rules> | ((rules: Rules) => Partial<Rules>)

/** The rules with some of them replaced. */
export const withReplaced = (rules: Rules, replacement: Replacement = {}): Rules => ({
  ...rules,
  ...(typeof replacement === 'function' ? replacement(rules) : replacement),
})
