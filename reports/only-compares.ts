/** A step of a check that only points at its evidence, as `fixtures/judge-ended.ts` writes it. */
export const ONLY_COMPARES = /^Compare exchange \S+ with the rule, and correct the implementation\.$/
