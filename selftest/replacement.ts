import type { Rules } from '../reference/rules/index.ts'

/** The rules that a fault, a variant or a shell replaces; as a function, where they depend on the rules so far. */
export type Replacement = Partial<Rules> | ((rules: Rules) => Partial<Rules>)

/** The rules with some of them replaced. */
export const withReplaced = (rules: Rules, replacement: Replacement = {}): Rules => ({
  ...rules,
  ...(typeof replacement === 'function' ? replacement(rules) : replacement),
})
