/** A sequence for a person: step by step, each request as a curl command. */
import type { Deployment } from '../fixtures/config/deployment.ts'
import { cutBetweenWords } from '../fixtures/redaction/excerpt.ts'
import { count } from '../spec/count.ts'
import { requirements, type Exchange } from '../spec/index.ts'
import type { Failure } from './explore.ts'

const LONGEST_ANSWER = 400

/** Markdown. Text from the deployment is escaped, for Markdown and for terminals. */
export function sequencePage(failure: Failure, { name, baseUrl }: Deployment): string {
  const { requirement, message, exchange, steps, exchanges, seed, foundWith, isReproduced } = failure
  const { title, level, source } = requirements.find(({ id }) => id === requirement)!
  const taken = steps.map(({ kind, params, after }, index) => {
    const own = exchanges.slice(after, steps[index + 1]?.after ?? lastOf(failure))
    return [
      `### ${index + 1}. ${kind.name}`,
      '',
      asText(JSON.stringify(params)),
      '',
      ...own.flatMap(exchangeLines),
    ].join('\n')
  })
  return [
    `# ${requirement}: ${title}`,
    '',
    `Broken (${level}; contract: ${source}):`,
    '',
    asText(`${message}${exchange === undefined ? '' : ` (exchange ${exchange})`}`),
    '',
    `Deployment: \`${name}\` at ${baseUrl}. Seed of the sequence: \`${seed}\`.`,
    `First seen in a sequence of ${counted(foundWith)}; this one has ${counted(steps.length)}. ${again(isReproduced)}`,
    '',
    '`assay explore --replay` with this directory performs it once more, from its recording; with `--deployment`, on the deployment itself.',
    '',
    '## Steps',
    '',
    'Replace each `<…>` with your own secret. The identifiers are those of the recording, and differ when you repeat the steps.',
    '',
    ...taken,
  ].join('\n')
}

const counted = (steps: number) => count(steps, 'step')

const again = (isReproduced: boolean | undefined) =>
  isReproduced === undefined
    ? ''
    : isReproduced
      ? 'Performed once more, it showed the violation again.'
      : 'Performed once more, it did not show the violation: the violation is intermittent.'

/** The teardown is not part of it. */
const lastOf = ({ exchanges }: Failure) => {
  const tearDown = exchanges.findIndex(
    ({ kind, request: { body } }) => kind === 'state' && body?.startsWith('{"action":"teardown"') === true,
  )
  return tearDown === -1 ? exchanges.length : tearDown
}

const exchangeLines = (exchange: Exchange): readonly string[] => [
  asText(`# ${exchange.id}${exchange.operation === undefined ? '' : ` ${exchange.operation}`}`),
  asText(curlLine(exchange)),
  asText(`# → ${answerOf(exchange)}`),
  '',
]

/** The request as a shell command. */
export function curlLine({ request: { method, url, headers, body } }: Exchange): string {
  const shownHeaders = Object.entries(headers).filter(([name]) => name !== 'accept' && name !== 'traceparent')
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(url),
    ...shownHeaders.flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['-d', quoted(body)]),
  ].join(' ')
}

function answerOf({ response, error }: Exchange): string {
  if (!response) return `no response: ${error?.message ?? 'nothing came'}`
  const { status, body } = response
  const shown = cutBetweenWords(body, LONGEST_ANSWER)
  return `${status} ${shown === body ? body : `${shown} …`}`.trim()
}

const quoted = (text: string) => `'${placeholders(text).replaceAll("'", String.raw`'\''`)}'`

const placeholders = (text: string) => text.replace(/«redacted:([^«»]*)»/g, '<$1>')

/** Control characters and invisible characters. */
// oxlint-disable-next-line no-control-regex -- finding them is the purpose
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g

/** One line of an indented block, without markup. */
const asText = (text: string) => `    ${placeholders(text).replace(UNPRINTABLE, ' ')}`
