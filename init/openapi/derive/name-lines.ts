/** `names`: headers and fields of quote requests, by type, place and words. */
import { names, type NameBinding } from '../../../spec/index.ts'
import { CERTAIN, type Match } from '../match/match-operations.ts'
import { wordsOf } from '../match/words.ts'
import type { DescribedOperation, DescribedParameter, Field } from '../read/described.ts'
import type { Line } from './line.ts'

const QUOTES = ['createAgentQuote', 'createQuote']
/** Names that need no quotes in YAML. */
const PLAIN_NAME = /^(?!(?:null|true|false|yes|no|on|off)$)[A-Za-z_][\w-]{0,80}$/i
const LEAST = 0.4

type Role = (field: Field) => number

const has = (text: string, words: RegExp) => (words.test(wordsOf(text).join(' ')) ? 1 : 0)
const isType = ({ types }: Field, type: string) => types.length === 0 || types.includes(type)
const sharedValues = ({ enumeration }: Field, values: readonly string[]) =>
  (enumeration ?? []).filter((value) => values.includes(value)).length

const PURPOSES = [
  'GIFT',
  'SELF',
  'GOODS_OR_SERVICES',
  'EDUCATION',
  'HEALTH_OR_MEDICAL',
  'TAX_PAYMENT',
  'SALARY_PAYMENT',
]
const FACTORS = ['SMS_OTP', 'TOTP', 'PASSKEY']

const ROLES: Readonly<Partial<Record<NameBinding, Role>>> = {
  paymentReference: (field) =>
    !isType(field, 'string') || field.enumeration
      ? 0
      : 0.4 * (field.maxLength === 80 ? 1 : 0) +
        0.35 * has(nameOf(field), /\b(?:reference|memo|remittance|statement|narrative|payment note)\b/) +
        0.25 * has(field.description, /\b(?:recipient|beneficiary|payee|receiver)\b/),
  purposeOfPayment: (field) =>
    isType(field, 'string')
      ? Math.min(1, 0.45 * sharedValues(field, PURPOSES) + 0.5 * has(nameOf(field), /\b(?:purpose|reason)\b/))
      : 0,
  platformFeeOverride: (field) =>
    0.5 * has(nameOf(field), /\bfee\b/) +
    0.4 * has(nameOf(field), /\b(?:override|overriden|overridden|custom|platform|markup|own)\b/),
  preferredScaFactor: (field) =>
    isType(field, 'string')
      ? Math.min(1, 0.45 * sharedValues(field, FACTORS) + 0.5 * has(nameOf(field), /\b(?:factor|sca|mfa)\b/))
      : 0,
  senderInformation: (field) =>
    isType(field, 'object')
      ? 0.5 * has(nameOf(field), /\b(?:sender|payer|originator|remitter)\b/) +
        0.35 * has(nameOf(field), /\b(?:info|information|detail|data|field)\b/)
      : 0,
}

const nameOf = ({ path }: Field) => path.at(-1) ?? ''

/** The likelihood that a header of quote creation is the request identifier. */
function isRequestId({ name, description, format }: DescribedParameter): number {
  const words = wordsOf(name).join(' ')
  if (/\b(?:signature|authorization|trace|correlation|version)\b/.test(words)) return 0
  const byName = /idempoten|\b(?:request (?:id|key|identifier)|retry (?:id|key|token)|dedup)/.test(words)
    ? 0.8
    : 0
  const byText = /idempoten|retr(?:y|ies)|same (?:key|request|response)|twice/i.test(description) ? 0.6 : 0
  return Math.min(
    0.99,
    Math.max(byName, byText) + (byName && byText ? 0.15 : 0) + (format === 'uuid' ? 0.04 : 0),
  )
}

/** Lines of `names` where the document has another name than the default. */
export function nameLines(matches: readonly Match[], webhookHeaders: readonly string[]): readonly Line[] {
  const quotes = matches.filter(({ operation, isCertain }) => isCertain && QUOTES.includes(operation))
  const found = quotes.map((match) => match.found)
  return [
    ...best('requestIdHeader', headersOf(found)),
    ...(Object.entries(ROLES) as [NameBinding, Role][]).flatMap(([binding, role]) =>
      best(binding, fieldsOf(found, role)),
    ),
    ...best(
      'webhookSignatureHeader',
      webhookHeaders.map((name) => ({ name, score: has(name, /\bsignature\b/) ? 0.95 : 0 })),
    ),
  ]
}

interface Candidate {
  readonly name: string
  readonly score: number
}

const headersOf = (found: readonly DescribedOperation[]): readonly Candidate[] =>
  found.flatMap(({ parameters }) =>
    parameters
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => ({ name: parameter.name, score: isRequestId(parameter) })),
  )

/** Only top-level fields: a name in the deployment file has no path. */
const fieldsOf = (found: readonly DescribedOperation[], role: Role): readonly Candidate[] =>
  found.flatMap(({ request }) =>
    (request?.fields ?? [])
      .filter(({ path }) => path.length === 1)
      .map((field) => ({ name: nameOf(field), score: role(field) })),
  )

/** The likeliest name; uncertain if two are about equally likely. */
function best(binding: NameBinding, candidates: readonly Candidate[]): readonly Line[] {
  const [first, ...rest] = [...candidates].sort((one, other) => other.score - one.score)
  if (!first || first.score < LEAST || !PLAIN_NAME.test(first.name)) return []
  const rival = rest.find(({ name }) => name !== first.name)?.score ?? 0
  const confidence = Math.min(0.99, first.score) * (first.score - rival < 0.15 ? 0.6 : 1)
  const counts = confidence >= CERTAIN
  return first.name === names[binding] && counts
    ? []
    : [{ key: binding, value: first.name, confidence, counts }]
}
