import { createHash } from 'node:crypto'
import { defaultContract, type Contract } from '../spec/index.ts'

const known = new WeakMap<Contract, string>()

/** SHA-256 of the catalogue of requirements that is judged here, hex. */
export function catalogueDigest(contract: Contract = defaultContract): string {
  const digest = known.get(contract) ?? digestOf(contract)
  known.set(contract, digest)
  return digest
}

const digestOf = ({ catalogue }: Contract): string =>
  createHash('sha256').update(JSON.stringify(catalogue.requirements)).digest('hex')
