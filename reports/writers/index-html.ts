import type { Conformance, Exchange } from '../conformance.ts'
export const indexHtml = (conformance: Conformance, _: readonly Exchange[]): string => conformance.verdict
