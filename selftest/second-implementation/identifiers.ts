/** Identifiers `<ResourceType>:<uuid>`: upper-case version 4 for permanent resources, version 7 for frequent ones. */
import { randomBytes, randomUUID } from 'node:crypto'

export const shouted = (resource: string): string => `${resource}:${randomUUID().toUpperCase()}`

export function timed(resource: string): string {
  const hex =
    Date.now().toString(16).padStart(12, '0') +
    '7' +
    randomBytes(2).toString('hex').slice(1) +
    'a' +
    randomBytes(8).toString('hex').slice(1)
  return `${resource}:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}
