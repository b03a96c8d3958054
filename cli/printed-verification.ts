import { inWords } from '../certificates/in-words.ts'
import { printable } from '../reports/printable.ts'
import type { Verification } from './verify.ts'

const SHOWN = 20

/** The output for the person who verifies a bundle. Text from the bundle is escaped. */
export function printedVerification({
  outcome,
  problems,
  open,
  unchecked,
  signerStatements,
  statement,
  keyid,
  rejudged,
  state,
}: Verification): string {
  const lines = [
    HEADLINES[outcome],
    ...listed(problems.map(({ name, found }) => `${name}: ${found}`)),
    ...listed(open),
    ...(unchecked.length === 0 ? [] : ['Not checked:', ...listed(unchecked)]),
  ]
  if (statement) {
    const [subject = '', ...facts] = inWords(statement)
    lines.push('', `It says: ${subject}`, ...facts, `  signed with key ${keyid ?? ''}`)
  }
  if (state) lines.push(`  by the log: ${state.state}${state.because === '' ? '' : `, ${state.because}`}`)
  if (rejudged) {
    const { requirements, differences, sameSuites } = rejudged
    lines.push(
      `  judged again from its recording${sameSuites ? '' : ', with other suites'}: ${differences.length === 0 ? `all ${requirements} verdicts are the same` : `${differences.length} of ${requirements} verdicts differ`}`,
      ...(sameSuites
        ? []
        : listed(
            differences.map(
              ({ id, certified = 'not known', again = 'not known' }) =>
                `${id}: ${certified} when certified, ${again} here`,
            ),
          )),
    )
  } else if (statement) {
    lines.push('  not judged again from its recording')
  }
  if (statement)
    lines.push('  stated by the signer only:', ...listed(signerStatements).map((line) => `  ${line}`))
  return lines.map((line) => `${printable(line)}\n`).join('')
}

const HEADLINES = {
  verified: 'Verified.',
  'not-verified': 'Does not verify:',
  inconclusive: 'Inconclusive: no contradiction found, but not everything could be verified:',
} as const

const listed = (things: readonly string[]): readonly string[] => [
  ...things.slice(0, SHOWN).map((thing) => `  ${thing}`),
  ...(things.length > SHOWN ? [`  …and ${things.length - SHOWN} more; --json shows them all`] : []),
]
