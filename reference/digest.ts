import { hash } from 'node:crypto'

/** SHA-256 of a secret. All digests have one length, so secrets can be compared in constant time. */
export const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')
