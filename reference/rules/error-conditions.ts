/** Contract: Errors; which operations return which codes is not shown. */
export const errorConditionRules = {
  /** Whether some request can be brought to meet the code: not every deployment answers with every one. */
  meetsCode: (_code: string): boolean => true,
}
