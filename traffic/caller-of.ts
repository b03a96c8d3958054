import type { RecordedExchange } from './recorded-exchange.ts'

const SCHEME = /^\S+ +(?=\S)/
/** Shorter, or with fewer different characters, it is a mask such as `Bearer ***`. */
const SHORTEST_CREDENTIAL = 12
const FEWEST_CHARACTERS = 6
const MASK = /redact|mask|hidden|removed|sanitiz|filtered|obfuscat|censor|\*|…|«|<|\[|x{6}/i

/**
 * Distinguishes callers: the same text for the same credentials. Recorders mask or drop credentials; such a caller is
 * unique, so that its responses are not compared with those of others.
 */
export function callerOf({ id, requestHeaders, own }: RecordedExchange): string | undefined {
  const { authorization } = requestHeaders
  if (own?.caller !== undefined) return `caller ${own.caller}`
  if (own && authorization === undefined) return undefined
  return authorization !== undefined && isCredential(authorization) ? authorization : `unknown ${id}`
}

function isCredential(authorization: string): boolean {
  const credential = authorization.replace(SCHEME, '')
  return (
    credential.length >= SHORTEST_CREDENTIAL &&
    new Set(credential).size >= FEWEST_CHARACTERS &&
    !MASK.test(authorization)
  )
}
