import { createHash } from 'node:crypto'
import { defaultContract, type Contract } from '../spec/index.ts'

/** SHA-256 of the catalogue of requirements that is judged here, hex. */
export const catalogueDigest = ({ catalogue }: Contract = defaultContract): string =>
  createHash('sha256').update(JSON.stringify(catalogue.requirements)).digest('hex')
