/** A nonexistent identifier of the same type. */
export const otherThan = (id: string, uuid: string): string => id.replace(/:.*$/s, `:${uuid}`)
