/** The only tables of invalid credentials, for checks and for exploration (contract: Authentication). */
import { basic, bearer, INVENTED, type CheckContext } from '../fixtures/index.ts'
import { REJECTED_OR_UNAUTHORIZED } from './rejections.ts'

/** An Authorization header that platform operations reject (contract: Authentication, row Basic). */
export interface InvalidCredentials {
  /** Completes "with …". */
  readonly name: string
  readonly authorization: (context: Pick<CheckContext, 'platform' | 'random'>) => string | undefined
  /** A header without credentials may also be rejected as a malformed request. */
  readonly statuses: readonly number[]
}

type Authorization = InvalidCredentials['authorization']

const wrong = (name: string, authorization: Authorization): InvalidCredentials => ({
  name,
  authorization,
  statuses: [401],
})
const malformed = (name: string, authorization: Authorization): InvalidCredentials => ({
  name,
  authorization,
  statuses: [401, 400],
})

/**
 * Invalid platform credentials. Each contains the complete secret or nothing close to it, so that redaction covers an
 * echo by the deployment.
 */
export const invalidCredentials = {
  none: wrong('no credentials', () => undefined),
  unknown: wrong('unknown credentials', ({ random }) => basic(random.uuid(), random.uuid())),
  wrongSecret: wrong('another secret', ({ platform, random }) =>
    basic(presentedBy(platform).clientId, random.uuid()),
  ),
  emptySecret: wrong('an empty secret', ({ platform }) => basic(presentedBy(platform).clientId, '')),
  longerSecret: wrong('a secret with a suffix', ({ platform }) =>
    basic(presentedBy(platform).clientId, `${presentedBy(platform).clientSecret}x`),
  ),
  wrongId: wrong('another client identifier', ({ platform, random }) =>
    basic(random.uuid(), presentedBy(platform).clientSecret),
  ),
  secretAsToken: wrong('the client secret as a bearer token', ({ platform }) =>
    bearer(presentedBy(platform).clientSecret),
  ),
  schemeAlone: malformed('a scheme without credentials', () => INVENTED.basicAlone),
  notBase64: malformed('credentials that are not base64', () => INVENTED.basicNotBase64),
  noColon: malformed(
    'credentials without a colon',
    ({ random }) => `Basic ${Buffer.from(random.uuid()).toString('base64')}`,
  ),
  otherScheme: malformed('the credentials under another scheme', ({ platform }) =>
    platform.authorization?.replace(/^Basic/, 'Bearer'),
  ),
  noScheme: malformed('the credentials without a scheme', ({ platform }) =>
    platform.authorization?.replace(/^Basic /, ''),
  ),
} as const satisfies Readonly<Record<string, InvalidCredentials>>

export type InvalidCredentialsName = keyof typeof invalidCredentials

/** The credentials of an agent. */
interface AgentCredentials {
  readonly agentId: string
  readonly accessToken: string
}

/** The credentials of an agent, sent to a platform operation: the contract names no status for the wrong type. */
export const agentCredentials = {
  agent: {
    name: "the agent's token",
    authorization: ({ accessToken }: AgentCredentials) => bearer(accessToken),
    statuses: REJECTED_OR_UNAUTHORIZED,
  },
  'agent-as-password': {
    name: "the agent's id and token",
    authorization: ({ agentId, accessToken }: AgentCredentials) => basic(agentId, accessToken),
    statuses: REJECTED_OR_UNAUTHORIZED,
  },
} as const

/** An Authorization header that operations of agents reject (contract: Authentication, row Agent bearer token). */
export interface InvalidAgentCredentials {
  /** Completes "with …". */
  readonly name: string
  readonly authorization: (
    context: Pick<CheckContext, 'platform' | 'random'>,
    agent: AgentCredentials,
  ) => string | undefined
  readonly statuses: readonly number[]
}

const malformedHeader = (name: string, header: string): InvalidAgentCredentials => ({
  name,
  authorization: () => header,
  statuses: [400, 401],
})

/** Invalid credentials of an agent. No token is so close to the valid one that both could encode the same bytes. */
export const invalidAgentCredentials = {
  none: { name: 'no credentials', authorization: () => undefined, statuses: [401] },
  unknown: {
    name: 'an unknown token',
    authorization: ({ random }) => bearer(random.uuid()),
    statuses: [401],
  },
  longer: {
    name: 'a token with a suffix',
    authorization: (_, { accessToken }) => bearer(`${accessToken}AAAA`),
    statuses: [401],
  },
  shorter: {
    name: 'the first half of a token',
    authorization: (_, { accessToken }) => bearer(accessToken.slice(0, accessToken.length / 2)),
    statuses: [401],
  },
  prefixed: {
    name: 'a token with a prefix',
    authorization: (_, { accessToken }) => bearer(`AAAA${accessToken}`),
    statuses: [401],
  },
  otherCase: {
    name: 'a token in the other letter case',
    authorization: (_, { accessToken }) => bearer(inOtherCase(accessToken)),
    statuses: [401],
  },
  identifier: {
    name: 'the identifier of the agent',
    authorization: (_, { agentId }) => bearer(agentId),
    statuses: [401],
  },
  asPassword: {
    name: 'a token as a password',
    authorization: (_, { accessToken }) => basic('agent', accessToken),
    statuses: [400, 401],
  },
  bareScheme: malformedHeader('a scheme without a token', INVENTED.bearerAlone),
  twoTokens: malformedHeader('two tokens', INVENTED.twoTokens),
  noScheme: malformedHeader('a word without a scheme', INVENTED.wordAlone),
  emptyBasic: malformedHeader('an empty pair of Basic credentials', INVENTED.basicEmpty),
  otherScheme: malformedHeader('another scheme', INVENTED.otherScheme),
  platform: {
    name: 'platform credentials',
    authorization: ({ platform }) => platform.authorization,
    statuses: REJECTED_OR_UNAUTHORIZED,
  },
} as const satisfies Readonly<Record<string, InvalidAgentCredentials>>

export type InvalidAgentCredentialsName = keyof typeof invalidAgentCredentials

/** A token of letters in one case, such as in hex, could mean the same in the other: then it gets a suffix. */
const inOtherCase = (token: string): string =>
  /[a-z]/.test(token) && /[A-Z]/.test(token)
    ? token.replaceAll(/[A-Za-z]/g, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      )
    : `${token}AAAA`

/** Client identifier and secret of the platform's Basic credentials. */
function presentedBy({ authorization = '' }: CheckContext['platform']): {
  readonly clientId: string
  readonly clientSecret: string
} {
  const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return { clientId: pair.slice(0, colon), clientSecret: pair.slice(colon + 1) }
}
