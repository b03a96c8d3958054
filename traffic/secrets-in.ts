/** The secrets of a recorded exchange, known before anything of it is written. Rather one too many than one too few. */
import { secretsOfAgents, secretsOfTokens } from '../fixtures/caller.ts'
import { parseJson } from '../fixtures/http/strict-json.ts'
import { isPublic } from '../fixtures/redaction/is-public.ts'
import { namedTextsIn } from '../fixtures/redaction/named-texts.ts'
import { secretNameOf } from '../fixtures/redaction/secret-names.ts'
import { MAX_TEXT, secretsInResponse } from '../fixtures/redaction/secrets-in-response.ts'
import { secretsOfExport } from '../fixtures/redaction/wallet-secrets.ts'
import type { OperationName } from '../spec/index.ts'
import type { NamedSecret, RecordedExchange } from './recorded-exchange.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'
import { tryDecodeUri } from '../spec/try-decode-uri.ts'

/** Names of headers, parameters and fields whose values are secret. */
const SECRET_NAME =
  /auth|token|secret|passw|passcode|credential|cookie|session|csrf|xsrf|jwt|assertion|signature|private|api[-_]?key|otp|(?:^|[-_])pin$|cvv|cvc|mnemonic|seed|phrase|pwd|hmac|bearer|jws|jwk|priv[-_]?key|keystore|(?:key|mpc)[-_]?(?:material|share)|(?:^|[-_])(?:pass|sig|sas|sid|xprv|wif|pkcs8)$|(?:sms|user|card)[-_]?pin$|(?:backup|recovery)[-_]?codes|(?:^|[a-z_-])code$|^code$/i
/** Names with such a word that are not secret. */
const PUBLIC_NAME =
  /^(?:currency|country|status|error|postal|zip|bank|branch|sort|purpose|reason|swift|bic|iban|language)[-_]?code$|^authors?$|token_?type$|tokenIdentifier$|tokenId$|credentialId$|^access-control-/i
/** A shorter value is a word rather than a secret; codes have 4 digits at least. */
const SHORTEST = 4
const SHORTEST_COOKIE = 8
/** Maximum nodes of one body. */
const MAX_NODES = 50_000
/** A text that is JSON itself. */
const JSON_WITHIN = /^\s*[[{][^]{10}/
/** The label of a secret that is redacted already. */
const LABEL = /«redacted:/
const JWT_START = /(?<!\w)eyJ/g
const NOT_OF_A_JWT_PART = /[^\w-]/g
const SHORTEST_JWT_HEADER = 11
const SHORTEST_JWT_PAYLOAD = 8
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]{1,8192}?-----END [A-Z ]*PRIVATE KEY-----/g

export function secretsIn(
  exchange: RecordedExchange,
  operation: OperationName | undefined,
): readonly NamedSecret[] {
  const { requestHeaders, requestBody, response, secrets, url } = exchange
  const sent = textOf(requestBody)
  const answered = textOf(response?.body)
  const json = tryParseJson(answered)
  const found = [
    ...secrets,
    ...headerSecrets(requestHeaders),
    ...headerSecrets(response?.headers ?? {}),
    ...addressSecrets(url),
    ...bodySecrets(sent),
    ...bodySecrets(answered),
    ...secretsOfMessage(undefined, requestHeaders, sent),
    ...secretsOfMessage(operation, response?.headers ?? {}, answered),
    ...secretsOfAgents(json),
    ...(operation === undefined ? [] : secretsOfExport(operation, json)),
    ...(operation === 'createToken' ? secretsOfTokens(json, tryParseJson(sent)) : []),
    ...[url, sent, answered].flatMap(spelledOut),
  ].filter(([, secret]) => secret.length >= SHORTEST && !LABEL.test(secret))
  return [...new Map(found.map((pair) => [pair.join(' '), pair])).values()]
}

/** Headers with an address: the parameters of a redirect may be codes. */
const ADDRESS_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location', 'referer'])
/** Makes relative addresses whole; it names no host. */
const NO_HOST = 'http://host.invalid'

function headerSecrets(headers: Readonly<Record<string, string>>): readonly NamedSecret[] {
  return Object.entries(headers).flatMap(([name, value]): readonly NamedSecret[] => {
    if (name === 'cookie' || name === 'set-cookie') return cookieSecrets(value)
    if (ADDRESS_HEADERS.has(name)) return addressSecrets(value)
    if (!isSecretName(name) && secretNameOf(name)?.isWeak !== false) return []
    return /authorization$/i.test(name) ? authorizationSecrets(value) : [[name, value]]
  })
}

function authorizationSecrets(value: string): readonly NamedSecret[] {
  const credential = value.replace(/^\S+ +(?=\S)/, '')
  if (!/^basic /i.test(value)) return [['authorization', credential]]
  const pair = Buffer.from(credential, 'base64').toString('utf8')
  const password = pair.slice(pair.indexOf(':') + 1)
  return [
    ['authorization', credential],
    ['clientSecret', password],
  ]
}

const cookieSecrets = (header: string): readonly NamedSecret[] =>
  header.split(/[;,]\s*/).flatMap((pair): readonly NamedSecret[] => {
    const value = pair.slice(pair.indexOf('=') + 1).replace(/^"|"$/g, '')
    return value.length >= SHORTEST_COOKIE && pair.includes('=') && !isPublicCookie(pair)
      ? [['cookie', value]]
      : []
  })

/** Attributes of Set-Cookie. */
const isPublicCookie = (pair: string) => /^(?:expires|path|domain|max-age|samesite)=/i.test(pair)

function addressSecrets(url: string): readonly NamedSecret[] {
  if (!URL.canParse(url, NO_HOST)) return []
  const { username, password, searchParams, hash } = new URL(url, NO_HOST)
  return [
    ...[username, password].map((part) => ['address', tryDecodeUri(part)] as const),
    ...[...searchParams, ...new URLSearchParams(hash.slice(1))].flatMap(named),
    ...deviceCodes(url),
  ]
}

/** A device code, or the code of an invitation, in the path (contract: Authentication). */
const deviceCodes = (url: string): readonly NamedSecret[] => {
  const code = /\/device-codes\/([^/?#]+)/.exec(url)?.[1]
  return code === undefined ? [] : [['deviceCode', tryDecodeUri(code)]]
}

function bodySecrets(text: string): readonly NamedSecret[] {
  if (text === '') return []
  const parsed = parseJson(Buffer.from(text))
  if (parsed.ok && parsed.warnings.length === 0) return customFieldSecrets(parsed.value)
  // No more of a body is written.
  const written = text.slice(0, MAX_TEXT)
  const isForm = /^[^\s={}<>]{1,200}=/.test(text)
  return [
    ...(parsed.ok ? customFieldSecrets(parsed.value) : []),
    ...(isForm ? [...new URLSearchParams(written)] : []).flatMap(named),
    ...namedTextsIn(written).flatMap(({ name, value }) => named([name, value])),
  ]
}

/** The secrets that a run finds in a response too. */
const secretsOfMessage = (
  operation: OperationName | undefined,
  headers: Readonly<Record<string, string>>,
  text: string,
): readonly NamedSecret[] => {
  const parsed = parseJson(Buffer.from(text))
  return secretsInResponse({
    operation,
    json: parsed.ok ? parsed.value : undefined,
    text,
    isOdd: !parsed.ok || parsed.warnings.length > 0,
    headers,
    sent: [],
  })
}

/** JSON values under names of secrets. */
export function customFieldSecrets(json: unknown): readonly NamedSecret[] {
  const found: NamedSecret[] = []
  const pending: { readonly name: string; readonly node: unknown; readonly isSecret: boolean }[] = [
    { name: '', node: json, isSecret: false },
  ]
  for (let seen = 0; pending.length > 0 && seen < MAX_NODES; seen++) {
    const { name, node, isSecret } = pending.pop()!
    if (typeof node === 'string' || typeof node === 'number') {
      if (isSecret && !isPublic(String(node))) found.push([name, String(node)])
      else if (typeof node === 'string' && JSON_WITHIN.test(node))
        pending.push({ name, node: tryParseJson(node), isSecret })
    } else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        const isList = Array.isArray(node)
        pending.push({
          name: isList ? name : key,
          node: value,
          isSecret: isList ? isSecret : isSecretName(key),
        })
      }
    }
  }
  return found
}

/** The value of a parameter or a field of a form, if it is secret. */
export const fieldSecrets = (name: string, value: string): readonly NamedSecret[] =>
  isSecretName(name) && !isPublic(value)
    ? [[name, value]]
    : secretsOfMessage(undefined, {}, JSON.stringify({ [name]: value }))

const named = ([name, value]: readonly [string, string]): readonly NamedSecret[] => fieldSecrets(name, value)

const isSecretName = (name: string) => SECRET_NAME.test(name) && !PUBLIC_NAME.test(name)

/** Values with the form of a secret. */
const spelledOut = (text: string): readonly NamedSecret[] => [
  ...jwtsIn(text),
  ...[...text.matchAll(PRIVATE_KEY)].map(([key]) => ['privateKey', key] as const),
]

/** JSON Web Tokens. One pattern would take quadratic time on a long text without dots. */
function* jwtsIn(text: string): Generator<NamedSecret> {
  let end = 0
  for (const { index } of text.matchAll(JWT_START)) {
    // The first start in a part gives the longest header.
    if (index < end) continue
    end = endOfPart(text, index)
    if (text[end] !== '.' || end - index < SHORTEST_JWT_HEADER) continue
    const payloadEnd = endOfPart(text, end + 1)
    if (text[payloadEnd] !== '.' || payloadEnd - end - 1 < SHORTEST_JWT_PAYLOAD) continue
    yield ['token', text.slice(index, endOfPart(text, payloadEnd + 1))]
  }
}

function endOfPart(text: string, from: number): number {
  NOT_OF_A_JWT_PART.lastIndex = from
  return NOT_OF_A_JWT_PART.exec(text)?.index ?? text.length
}

const textOf = (body: Uint8Array | 'none' | 'unseen' | undefined): string =>
  body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : ''
