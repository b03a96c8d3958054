/** How well the checks themselves are proven, for anyone who weighs a certificate. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from './files.ts'
import { PROOF, type ResourceDescriptor } from './statement.ts'

/** Where the figures of the proof are kept in a checkout, and in what is built. */
export const FIGURES = { checkout: 'selftest/run/figures.json', built: 'proof.json' } as const

interface Figures {
  readonly mutants?: { readonly mutants?: number; readonly killed?: number; readonly open?: number }
}

/**
 * The figures of the proof as a part of the configuration; undefined where none was made.
 *
 * @param root of the checkout, or of what was built
 */
export function proofOf(root: string): ResourceDescriptor | undefined {
  const file = [FIGURES.built, FIGURES.checkout].map((path) => join(root, path)).find(existsSync)
  if (file === undefined) return undefined
  const text = readFileSync(file, 'utf8')
  const { mutants = 0, killed = 0, open = 0 } = (JSON.parse(text) as Figures).mutants ?? {}
  if (mutants <= open) return undefined
  return {
    name: PROOF,
    digest: { sha256: digestOf(text) },
    // Of the wrong answers that the contract does not leave open, the share that a check noticed.
    annotations: {
      killRate: Math.round((killed / (mutants - open)) * 10_000) / 10_000,
      mutants: mutants - open,
      killed,
    },
  }
}
