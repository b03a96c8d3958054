import { createHash } from 'node:crypto'
import { requirements } from '../spec/index.ts'

/** SHA-256 of the catalogue of requirements that is judged here, hex. */
export const catalogueDigest = (): string =>
  createHash('sha256').update(JSON.stringify(requirements)).digest('hex')
