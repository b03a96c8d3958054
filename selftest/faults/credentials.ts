/** Operations of the platform that accept other credentials (contract: Authentication). */
import type { OperationName, RequirementId } from '../../spec/index.ts'
import type { PlatformCredentials } from '../../reference/rules/http.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { acceptsAgentTokens } from './accepted-credentials.ts'

const inKebabCase = (operation: OperationName) =>
  operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** All checks share one configuration, so other checks see an accepted change. */
const BESIDES: Partial<Record<OperationName, readonly RequirementId[]>> = {
  updateConfiguration: ['CFG-02'],
  executeQuote: ['QTE-84'],
}

const besides = (open: OperationName): readonly RequirementId[] => BESIDES[open] ?? []

const pairOf = (authorization = '') =>
  Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8')

/** Kinds of invalid credentials that an operation may accept. */
const KINDS = {
  missing: {
    title: 'without credentials',
    accepts: (authorization: string | undefined) => authorization === undefined,
  },
  'wrong-secret': {
    title: 'with a wrong client secret',
    accepts: (authorization: string | undefined, { clientId }: PlatformCredentials) =>
      pairOf(authorization).startsWith(`${clientId}:`),
  },
  unknown: {
    title: 'with the credentials of any client',
    // A token can decode to a pair by chance.
    accepts: (authorization: string | undefined) =>
      authorization?.startsWith('Basic ') === true && /^[^:]+:[^:]+$/.test(pairOf(authorization)),
  },
  malformed: {
    title: 'with a header that is not Basic credentials',
    accepts: (authorization: string | undefined) =>
      authorization?.startsWith('Basic') === true && !pairOf(authorization).includes(':'),
  },
} as const

/** The requirement, the operation that violates it, and the credentials that it accepts. */
const ACCEPTED: readonly (readonly [RequirementId, OperationName, keyof typeof KINDS])[] = [
  ['CFG-04', 'updateConfiguration', 'wrong-secret'],
  ['CUS-22', 'getCustomer', 'wrong-secret'],
  ['CUS-31', 'getCustomerUploadJob', 'missing'],
  ['CON-11', 'confirmPhone', 'unknown'],
  ['SCA-44', 'completeScaLogin', 'wrong-secret'],
  ['SCA-13', 'authorizeQuote', 'malformed'],
  ['KYC-08', 'getBeneficialOwner', 'missing'],
  ['DOC-14', 'listDocuments', 'wrong-secret'],
  ['INT-04', 'exportInternalAccount', 'missing'],
  ['EXT-33', 'deleteCustomerExternalAccount', 'wrong-secret'],
  ['TRU-11', 'confirmTrust', 'missing'],
  ['QTE-14', 'createQuote', 'wrong-secret'],
  ['QTE-41', 'executeQuote', 'wrong-secret'],
  ['LKP-08', 'lookUpUmaReceiver', 'malformed'],
  ['TRX-24', 'cancelTransaction', 'wrong-secret'],
  ['INV-11', 'cancelInvitation', 'missing'],
  ['SBX-04', 'sendInSandbox', 'wrong-secret'],
  ['TOK-09', 'deleteToken', 'wrong-secret'],
  ['RAT-03', 'listExchangeRates', 'wrong-secret'],
  ['EWA-32', 'deleteCredential', 'wrong-secret'],
  ['EWA-32', 'createCredential', 'unknown'],
  ['EWA-32', 'revokeAuthSession', 'wrong-secret'],
  ['SCA-44', 'enrolScaFactor', 'missing'],
  ['CRD-26', 'createCard', 'unknown'],
  ['STB-31', 'createStablecoinBurn', 'wrong-secret'],
]

const accepting = ([id, open, kind]: (typeof ACCEPTED)[number]): Fault => ({
  id: `credentials${inKebabCase(open)}-${kind}`.replace(/^credentials(?!-)/, 'credentials-'),
  title: `accepts ${open} ${KINDS[kind].title}`,
  breaks: [id],
  mayAlsoBreak: besides(open),
  replace: (conforming) => ({
    mayCallAsPlatform: (operation, authorization, credentials, agents) =>
      conforming.mayCallAsPlatform(operation, authorization, credentials, agents) ||
      (operation === open && KINDS[kind].accepts(authorization, credentials)),
  }),
})

/** The requirements on an agent's token, and the operation that accepts it. */
const TAKEN: readonly (readonly [RequirementId, OperationName])[] = [
  ['CFG-07', 'updateConfiguration'],
  ['CUS-30', 'updateCustomer'],
  ['CON-15', 'verifyPhone'],
  ['SCA-46', 'authorizeQuote'],
  ['KYC-13', 'createBeneficialOwner'],
  ['DOC-18', 'deleteDocument'],
  ['INT-05', 'listPlatformInternalAccounts'],
  ['EXT-70', 'listCustomerExternalAccounts'],
  ['TRU-40', 'untrustBeneficiary'],
  ['QTE-70', 'executeQuote'],
  ['LKP-40', 'lookUpExternalAccount'],
  ['TRX-30', 'getTransaction'],
  ['WHK-30', 'testWebhook'],
  ['INV-20', 'cancelInvitation'],
  ['SBX-20', 'fundInternalAccount'],
  ['TOK-20', 'createToken'],
  ['EWA-60', 'listCredentials'],
  ['EWA-60', 'createCredential'],
  ['EWA-60', 'revokeAuthSession'],
  ['SCA-46', 'enrolScaFactor'],
  ['CUS-30', 'getCustomerUploadJob'],
  ['CRD-60', 'updateCard'],
  ['STB-60', 'createStablecoinMint'],
]

const taking = ([id, open]: (typeof TAKEN)[number]): Fault => ({
  id: `credentials-${inKebabCase(open)}-of-agents`.replace('--', '-'),
  title: `accepts an agent's token for ${open}`,
  breaks: [id],
  mayAlsoBreak: besides(open),
  replace: acceptsAgentTokens(open),
})

/** Writes that take effect although the response is 401. */
const CARRIED_OUT: readonly (readonly [RequirementId, OperationName])[] = [
  ['CUS-22', 'updateCustomer'],
  ['DOC-14', 'deleteDocument'],
  ['EXT-33', 'createCustomerExternalAccount'],
  ['QTE-41', 'executeQuote'],
  ['TRX-24', 'cancelTransaction'],
  ['SBX-04', 'fundInternalAccount'],
  ['SBX-04', 'sendInSandbox'],
  ['SCA-44', 'enrolScaFactor'],
  ['TOK-09', 'deleteToken'],
  ['CRD-26', 'updateCard'],
  ['EWA-32', 'createCredential'],
]

/** The same for an agent's token alone. */
const CARRIED_OUT_FOR_AGENTS: readonly (readonly [RequirementId, OperationName])[] = [
  ['CUS-30', 'createCustomer'],
  ['DOC-18', 'createDocument'],
  ['STB-60', 'createStablecoinMint'],
  ['STB-60', 'registerStablecoin'],
  ['EWA-60', 'createCredential'],
  ['SCA-46', 'completeScaLogin'],
  ['TRU-40', 'confirmTrust'],
]

/** Additional callers that an operation accepts. */
const SERVED = {
  outsiders: { title: 'before it checks the credentials', ending: 'looked-at-last' },
  agents: { title: "for an agent's token, then rejects it", ending: 'for-agents-and-rejected' },
} as const

const carryingOut =
  (served: keyof typeof SERVED) =>
  ([id, written]: readonly [RequirementId, OperationName]): Fault => ({
    id: `credentials-${inKebabCase(written)}-${SERVED[served].ending}`.replace('--', '-'),
    title: `carries out ${written} ${SERVED[served].title}`,
    breaks: [id],
    replace: (conforming) => {
      let known: PlatformCredentials | undefined
      const isRejected: Rules['mayCallAsPlatform'] = (operation, authorization, credentials, agents) =>
        operation === written && !conforming.mayCallAsPlatform(operation, authorization, credentials, agents)
      return {
        mayCallAsPlatform: (operation, authorization, credentials, agents) => {
          known = credentials
          const isAgent = conforming.callingAgent(operation, authorization, agents, credentials) !== undefined
          return (
            conforming.mayCallAsPlatform(operation, authorization, credentials, agents) ||
            (operation === written && isAgent === (served === 'agents'))
          )
        },
        respond: (operation, response, request) =>
          operation !== undefined && known && isRejected(operation, request.authorization, known, [])
            ? { status: 401, body: conforming.platformErrorBody(conforming.unauthorized(operation)) }
            : conforming.respond(operation, response, request),
      }
    },
  })

export const credentialsFaults: readonly Fault[] = [
  ...ACCEPTED.map(accepting),
  ...TAKEN.map(taking),
  ...CARRIED_OUT.map(carryingOut('outsiders')),
  ...CARRIED_OUT_FOR_AGENTS.map(carryingOut('agents')),
]
