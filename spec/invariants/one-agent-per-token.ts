import { grouped } from '../grouped.ts'
import { isRecord, succeeded, type Invariant } from './observation.ts'

/** A token shows the actions of one agent (contract: Endpoints 2; Authentication, row Agent bearer token). */
export const oneAgentPerToken: Invariant = (history) => {
  const lists = history
    .filter((observation) => observation.operation === 'listAgentActions' && succeeded(observation))
    .map((observation) => ({ ...observation, agents: agentsIn(observation.body) }))
    .filter(({ agents, requestHeaders }) => agents.length > 0 && requestHeaders.authorization !== undefined)
  const byToken = grouped(lists, ({ requestHeaders }) => requestHeaders.authorization)
  return {
    judged: lists.length,
    violations: [...byToken.values()].flatMap((responses) => {
      const [known] = responses[0]!.agents
      return responses.flatMap(({ exchange, agents }) =>
        agents
          .filter((agent) => agent !== known)
          .slice(0, 1)
          .map((agent) => ({
            exchange,
            at: '/data',
            message: `one token shows the actions of ${known} and of ${agent}`,
          })),
      )
    }),
  }
}

function agentsIn(body: unknown): readonly string[] {
  const data = isRecord(body) && Array.isArray(body.data) ? (body.data as readonly unknown[]) : []
  return [
    ...new Set(
      data.flatMap((action) =>
        isRecord(action) && typeof action.agentId === 'string' ? [action.agentId] : [],
      ),
    ),
  ]
}
