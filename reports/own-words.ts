import type { Conformance } from './conformance.ts'
import { conformanceSchema } from './conformance-schema.ts'
import { renderedReport } from './write-report.ts'
import { FIX_IN_WORDS, RUN_VERDICT_WORDS, VERDICT_WORDS } from './verdict-words.ts'

/**
 * Assay's own words, which are in every report of a run with these requirements. Such a text discloses no secret, even
 * if a secret has the same text.
 */
export const ownWords = (conformance: Conformance): string =>
  [
    ...Object.values(renderedReport(withoutFindings(conformance), [])),
    JSON.stringify(titlesOfChecks(conformance)),
    JSON.stringify([VERDICT_WORDS, FIX_IN_WORDS, RUN_VERDICT_WORDS]),
    JSON.stringify(conformanceSchema),
  ].join('\n')

const titlesOfChecks = ({ requirements }: Conformance): readonly string[] =>
  requirements.flatMap(({ checks }) => checks.map(({ title }) => title))

const withoutFindings = ({ requirements, ...conformance }: Conformance): Conformance => ({
  ...conformance,
  ...(conformance.incompleteReason !== undefined && { incompleteReason: '' }),
  deployment: { name: '', baseUrl: '' },
  requirements: requirements.map((requirement) => ({ ...requirement, reason: '', next: '', checks: [] })),
  coverage: { operations: [], errorCodes: { seen: {}, neverSeen: [] }, enumValues: [], schemaProperties: [] },
  causes: [],
  latency: [],
  states: [],
  secondOpinions: { asked: false, opinions: [] },
  seed: '',
})
