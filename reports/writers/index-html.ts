import type { Conformance, Exchange } from '../conformance.ts'
import { page } from '../html/page.ts'

/** `index.html`: the conformance report for people, one self-contained file. */
export const indexHtml = (conformance: Conformance, exchanges: readonly Exchange[]): string =>
  page(conformance, exchanges)
