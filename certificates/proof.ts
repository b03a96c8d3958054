/** Figures of the self-test, for verifiers of a certificate. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from './files.ts'
import { PROOF, type ResourceDescriptor } from './statement.ts'

/** Path of the figures in a checkout and in the build. */
export const FIGURES = { checkout: 'selftest/run/figures.json', built: 'proof.json' } as const

interface Figures {
  readonly mutants?: { readonly mutants?: number; readonly killed?: number; readonly open?: number }
}

/**
 * The figures of the self-test as a part of the configuration; undefined if there are none.
 *
 * @param root of the checkout or the build
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
    // The share of mutants that a check detected, without those that the contract allows.
    annotations: {
      killRate: Math.round((killed / (mutants - open)) * 10_000) / 10_000,
      mutants: mutants - open,
      killed,
    },
  }
}
