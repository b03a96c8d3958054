import { parse } from 'yaml'
import { names, operations, requirements, type AreaId, type OperationName } from '../spec/index.ts'
import { judgedAreas } from './areas-entered.ts'
import type { Entries } from './entries.ts'
import { STATES_TOKEN } from './environment-example.ts'
import { CONFIDENCE, findingsText, sectionText } from './openapi/proposal-text.ts'
import type { Proposal } from './openapi/propose.ts'

/**
 * A deployment file with comments, as YAML.
 *
 * @param schema path of the JSON Schema, relative to the file
 * @param proposal from the owner's OpenAPI document; undefined: none was given
 */
export function deploymentFileText(
  { name, baseUrl, statesUrl, areas }: Entries,
  schema: string,
  proposal?: Proposal,
): string {
  return `# yaml-language-server: $schema=${schema}
# A deployment file: everything that Assay needs to know of a deployment.
# \${NAME} takes a value from the environment; .env is read first. Unknown keys are errors.

# Name of the deployment in reports.
name: ${quoted(name)}

# Ends with the version segment of the contract.
baseUrl: ${quoted(baseUrl)}

# Platform credentials (HTTP Basic). Never write them here.
credentials:
  clientId: \${PLATFORM_CLIENT_ID}
  clientSecret: \${PLATFORM_CLIENT_SECRET}

# What the deployment claims; \`npx assay list --areas\` shows the areas. Default: everything.
${areas === undefined ? `# areas: [${judgedAreas.join(', ')}]` : `areas: [${areas.join(', ')}]`}

# Optional. Address that sets up provider states, such as an account with an outstanding challenge. Without it, Assay
# provisions the states that it can through your API.
${statesText(statesUrl)}

${proposal ? proposedText(proposal) : defaultsText(areas)}

# Existing resources for states that are not served: one entry or several per state.
# given:
#   uma-receiver: { umaAddress: $alice@example.org, currency: EUR }

# Sent with every request.
# headers: { x-tenant: staging }

# PEM files, from the folder of this file: a certificate authority, a client certificate and its key.
# tls: { ca: ca.pem, cert: client.pem, key: client.key }

# HTTP proxy. Default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY; null: none.
# proxy: http://proxy.example:3128

# Base addresses of the same deployment: the requests of a check alternate between them.
# replicas: [https://a.host/path/2025-10-13, https://b.host/path/2025-10-13]

limits:
  maxWaitSeconds: 120 # longest wait for an expiry or a decision
  requestsPerSecond: 20 # maximum in any second
  concurrency: 8 # maximum number of parallel requests
  requestTimeoutSeconds: 30
${proposal ? `\n${findingsText(proposal)}\n` : ''}`
}

const commented = (lines: readonly string[]) => lines.map((line) => `#   ${line}`).join('\n')

/** Operations that requirements of some areas call or assume, and whose path the contract does not show. */
function boundOperations(areas: readonly AreaId[]): readonly string[] {
  const claimed = new Set<string>(areas)
  const called = new Set<string>(
    requirements
      .filter(({ area }) => claimed.has(area))
      .flatMap(({ operations: own, assumes }) => [...own, ...assumes]),
  )
  return (Object.keys(operations) as OperationName[])
    .filter((operation) => !operations[operation].shown && called.has(operation))
    .map((operation) => `${operation}: ${operations[operation].method} ${operations[operation].path}`)
}

const defaultsText = (
  areas: readonly AreaId[] = judgedAreas,
) => `# Addresses of operations that the contract does not show. The defaults are below; null: not offered.
# operations:
${commented(boundOperations(areas))}

# Names that the contract does not show. The defaults are below.
# names:
${commented(Object.entries(names).map(([binding, value]) => `${binding}: ${value}`))}

# Changes of request bodies that the contract does not show, merged over the default (JSON Merge Patch, RFC 7396).
# null removes a field. If a field must be unique, write {unique} into it: Assay replaces it with ten digits.
# requests:
#   pauseAgent: { isPaused: null, paused: true }
#   createCustomer: { email: 'ada-{unique}@example.com' }

# Capabilities that the deployment does not offer; \`npx assay list --capabilities\` shows them.
# notOffered: [wallets.bitcoin, liveness]`

/** The sections that come from the owner's OpenAPI document. */
function proposedText(proposal: Proposal): string {
  const { operations: routes, names: bound, requests, notOffered } = proposal
  return [
    sectionText(
      'operations',
      `Where the document has another path than the default. null: the document lacks the operation.\n${CONFIDENCE}`,
      routes,
    ),
    sectionText(
      'names',
      'Headers and fields for which the document has another name than the default.',
      bound,
    ),
    sectionText(
      'requests',
      'Fields that the document requires and the default body lacks (JSON Merge Patch, RFC 7396). Check the values.',
      requests,
    ),
    sectionText(
      'notOffered',
      'Capabilities that the document lacks; `npx assay list --capabilities` shows them.',
      notOffered,
      '[]',
    ),
  ].join('\n\n')
}

function statesText(statesUrl: string | undefined): string {
  return statesUrl === undefined
    ? `# states:
#   url: https://host/_states
#   headers:
#     authorization: Bearer \${${STATES_TOKEN}}`
    : `states:
  url: ${quoted(statesUrl)}
  headers:
    authorization: Bearer \${${STATES_TOKEN}}`
}

/** Quotes a text so that YAML parses it back unchanged. */
const quoted = (text = '') => (/^[\w./:-]+$/.test(text) && parse(text) === text ? text : JSON.stringify(text))
