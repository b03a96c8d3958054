/** Contract: Errors. The contract does not show which operations return which codes. */
export const errorConditionRules = {
  /** Whether some request can trigger the code: not every deployment returns every code. */
  meetsCode: (_code: string): boolean => true,
}
