/** What somebody sends who disputes one verdict: small, and without the names of the deployment. */
import type { Conformance, Exchange, RequirementResult } from './conformance.ts'
import { VERDICT_WORDS } from './verdict-words.ts'

/** A longer body is cut; the rule that is disputed seldom needs it. */
const MAX_BODY = 8_000
const MAX_EXCHANGES = 100

/** The files of the bundle, by name. What a run recorded has no secrets; here its hosts and its name are replaced too. */
export function challengeBundle(
  { tool, contractVersion, edition, deployment }: Conformance,
  result: RequirementResult,
  exchanges: readonly Exchange[],
): Readonly<Record<string, string>> {
  const named = new Set(result.checks.flatMap((check) => check.exchanges))
  const own = exchanges.filter(({ id }) => named.has(id)).slice(0, MAX_EXCHANGES)
  const withoutNames = replacerOf(
    [deployment.baseUrl, ...own.map(({ request }) => request.url)],
    deployment.name,
  )
  const { id, title, source, level, accepts, limits, verdict, reason, checks } = result
  const facts = {
    schemaVersion: 1,
    tool,
    contractVersion,
    edition,
    requirement: { id, title, source, level, accepts, limits, verdict, reason },
    checks: checks.map((check) => ({ title: check.title, verdict: check.verdict, message: check.message })),
    exchanges: own.length,
    exchangesLeftOut: named.size - own.length,
  }
  return {
    'challenge.json': withoutNames(`${JSON.stringify(facts, null, 2)}\n`),
    'exchanges.jsonl': own
      .map((exchange) => `${withoutNames(JSON.stringify(shortened(exchange)))}\n`)
      .join(''),
    'challenge.md': textOf(result, contractVersion, edition, tool.version),
  }
}

const textOf = (
  { id, title, source, verdict }: RequirementResult,
  contractVersion: string,
  edition: number,
  version: string,
): string => `# Challenge of ${id}

- Requirement: ${title}
- Source: contract ${contractVersion}, ${source}
- Verdict: ${VERDICT_WORDS[verdict]}, by edition ${edition} and Assay ${version}
- Evidence: \`challenge.json\` and \`exchanges.jsonl\`. Read both before you send them.

## Why the verdict is wrong

<!-- Which sentence of the contract allows what the deployment does? Name section and row. -->

## What the verdict should be

<!-- For example: both interpretations pass. -->
`

const shortened = ({ request, response, ...rest }: Exchange): Exchange => ({
  ...rest,
  request: request.body === undefined ? request : { ...request, body: cut(request.body) },
  ...(response === undefined ? {} : { response: { ...response, body: cut(response.body) } }),
})

const cut = (body: string): string =>
  body.length <= MAX_BODY ? body : `${body.slice(0, MAX_BODY)}… (cut: ${body.length} characters)`

/** Replaces the hosts of addresses and a name everywhere. */
function replacerOf(addresses: readonly string[], name: string): (text: string) => string {
  const hosts = [...new Set(addresses.flatMap((address) => URL.parse(address)?.host ?? []))].filter(
    (host) => host !== '',
  )
  const replaced: readonly (readonly [string, string])[] = [
    ...hosts.map((host, index) => [host, `host-${index + 1}.example`] as const),
    // A body may have the host without its port.
    ...hosts.map((host, index) => [host.replace(/:\d+$/, ''), `host-${index + 1}.example`] as const),
    ...(name.length < MIN_NAME ? [] : [[name, 'the deployment'] as const]),
  ]
  return (text) => replaced.reduce((said, [from, to]) => said.replaceAll(from, to), text)
}

/** A shorter name may be a part of other words. */
const MIN_NAME = 4
