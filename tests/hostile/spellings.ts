/** Encodings of a text, written independently of Assay's redaction, which they test. */
import { Buffer } from 'node:buffer'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
const everyCharacterInJson = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
const everyByteInUrl = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** All ways in which a deployment may spell a secret when it echoes it. */
export const spellingsOf = (secret: string): readonly string[] => [
  secret,
  inJson(secret),
  everyCharacterInJson(secret),
  encodeURIComponent(secret),
  everyByteInUrl(secret),
  inHtml(secret),
  base64(secret),
  urlSafe(base64(secret)),
  base64(`who:${secret}`),
  base64(`x${secret}y`),
  base64(`xy${secret}`),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('hex').toUpperCase(),
]

/** What must appear nowhere: the encodings without the ends, which depend on the surrounding bytes in base64. */
export function tracesOf(secret: string): readonly string[] {
  const cores = ['', 'x', 'xy'].map((before) => base64(before + secret).slice(4, -4))
  const texts = [
    ...new Set([
      secret,
      inJson(secret),
      everyCharacterInJson(secret),
      encodeURIComponent(secret),
      everyByteInUrl(secret),
      inHtml(secret),
      ...cores,
      ...cores.map(urlSafe),
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('hex').toUpperCase(),
    ]),
  ]
  // A file of JSON lines escapes the content of a body once more.
  return [...new Set(texts.flatMap((text) => [text, inJson(text), inJson(inJson(text))]))]
}

/** Half a secret discloses too much as well. */
export const halvesOf = (secret: string): readonly string[] => [
  secret.slice(0, Math.ceil(secret.length / 2)),
  secret.slice(Math.floor(secret.length / 2)),
]
