/** An identifier of the same type that names nothing. */
export const otherThan = (id: string, uuid: string): string => id.replace(/:.*$/s, `:${uuid}`)
