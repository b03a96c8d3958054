import type { CheckContext } from '../../fixtures/index.ts'

/** Client identifier and secret of the Basic credentials that the platform presents (Authentication). */
export function presented({ authorization = '' }: CheckContext['platform']): {
  readonly clientId: string
  readonly clientSecret: string
} {
  const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return { clientId: pair.slice(0, colon), clientSecret: pair.slice(colon + 1) }
}
