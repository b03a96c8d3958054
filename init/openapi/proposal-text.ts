/** A proposal as text: the sections of the deployment file, and the summary that `assay init` prints. */
import { printable } from '../../reports/printable.ts'
import { CERTAIN } from './match/match-operations.ts'
import type { Line } from './derive/line.ts'
import type { Proposal } from './propose.ts'
import { count } from '../../spec/count.ts'

export const CONFIDENCE = `The number behind a line is the confidence, from 0 to 1. Lines below ${CERTAIN} are comments: check them, then remove the #.`

/**
 * A section of the deployment file: a comment, the key and its lines. Without an active line, the key is a comment too.
 */
export function sectionText(key: string, comment: string, lines: readonly Line[], empty = '{}'): string {
  const hasAny = lines.some(({ counts }) => counts)
  return [
    ...comment.split('\n').map((text) => `# ${text}`),
    hasAny ? `${key}:` : `# ${key}:${lines.length === 0 ? ` ${empty}` : ''}`,
    ...lines.map((line) => lineText(line)),
  ].join('\n')
}

function lineText({ key, value, confidence, remark, counts }: Line): string {
  const remarks = [
    ...(confidence === undefined ? [] : [confidence.toFixed(2)]),
    ...(remark === undefined ? [] : [remark]),
  ]
  const comment = remarks.length === 0 ? '' : ` # ${remarks.join('; ')}`
  const entry = value === undefined ? `- ${key}` : `${key}: ${value}`
  return printable(`${counts ? '  ' : '  # '}${entry}${comment}`)
}

const MAX_WRITTEN = 300

/** Comments at the end of the deployment file: operations without match, and contradictions of the contract. */
export function findingsText({ file, found }: Proposal): string {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['In the document, and not in the contract', found.others],
    ['In the contract, and not in the document', found.absent],
    [
      'Required fields that may have another name in the contract; a deployment file cannot rename them',
      found.renamed,
    ],
    ['The document contradicts the contract', found.contradictions],
  ]
  return [
    `# Findings of \`assay init --openapi ${file}\`.`,
    ...lists
      .filter(([, items]) => items.length > 0)
      .flatMap(([title, items]) => [
        '#',
        `# ${title} (${items.length}):`,
        ...items.slice(0, MAX_WRITTEN).map((item) => `#   ${item}`),
        ...(items.length > MAX_WRITTEN ? [`#   and ${items.length - MAX_WRITTEN} more`] : []),
      ]),
  ]
    .map((line) => printable(line))
    .join('\n')
}

const MAX_NAMED = 3
const MAX_SHOWN = 5

/**
 * The output of `assay init` on the document. The deployment file has the complete list.
 *
 * @param hasComments whether the deployment file can have comments
 */
export function summaryText({ file, found, operations }: Proposal, hasComments = true): string {
  const nulls = operations.filter(({ value, counts }) => value === 'null' && counts).length
  const rows: readonly (readonly [string, number, string])[] = [
    ['bound', found.bound.length, `of the contract's ${count(found.contract, 'operation')}`],
    ['uncertain', found.uncertain.length, `written as comments: ${few(found.uncertain)}`],
    ['unusable', found.unusable.length, `a deployment file cannot have their paths: ${few(found.unusable)}`],
    ['not found', found.absent.length, `${few(found.absent)}; ${nulls} written as null`],
    ['not claimed', found.unclaimed.length, `areas without a bound operation: ${few(found.unclaimed)}`],
    ['unmatched', found.others.length, `operations of the document: ${few(found.others)}`],
    ['renamed', found.renamed.length, 'required fields that may have another name in the contract'],
    ['contradictions', found.contradictions.length, 'between the document and the contract:'],
  ]
  return [
    `Read ${file}: ${count(found.described, 'operation')}.`,
    ...(found.bound.length === 0
      ? ['Nothing matches with confidence. Is this the document of the payments API?']
      : []),
    ...rows
      .filter(([title, count]) => count > 0 || title === 'bound')
      .map(([title, count, text]) => `  ${title.padEnd(14)} ${String(count).padStart(3)}  ${text}`),
    ...found.contradictions.slice(0, MAX_SHOWN).map((sentence) => `      ${sentence}`),
    ...(found.contradictions.length > MAX_SHOWN
      ? [`      and ${found.contradictions.length - MAX_SHOWN} more`]
      : []),
    hasComments
      ? 'The end of the deployment file lists all of this. Check its lines, the values of requests first.'
      : 'JSON has no comments: this file omits uncertain lines. Write a .yaml file to have them.',
    '',
  ]
    .map((line) => printable(line))
    .join('\n')
}

const MAX_ITEM = 100

function few(items: readonly string[]): string {
  const named = items
    .slice(0, MAX_NAMED)
    .map((item) => (item.length > MAX_ITEM ? `${item.slice(0, MAX_ITEM)}…` : item))
  const rest = items.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
}
