/** Whether a value is one of a list of texts. */
export const isAmong = (texts: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && texts.includes(value)
