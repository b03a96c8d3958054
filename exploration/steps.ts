/** Every kind of step, and which of them are drawn together. */
import type { Deployment } from '../fixtures/deployment/deployment.ts'
import { accountSteps } from './commands/accounts.ts'
import { actionSteps } from './commands/actions.ts'
import { agentSteps } from './commands/agents.ts'
import { cardSteps } from './commands/cards.ts'
import { executionSteps } from './commands/executions.ts'
import { malformedQuoteSteps } from './commands/malformed-quotes.ts'
import { quoteSteps } from './commands/quotes.ts'
import { strangerSteps } from './commands/strangers.ts'
import { walletSteps } from './commands/wallets.ts'
import type { AnyStepKind } from './step.ts'

/** Steps that have to do with each other: a sequence is drawn from one subject, so that it goes deep. */
export interface Subject {
  readonly name: string
  /** How often it is drawn, in comparison. */
  readonly weight: number
  readonly kinds: readonly AnyStepKind[]
}

const AGENTS = [
  ...agentSteps,
  ...quoteSteps,
  ...malformedQuoteSteps,
  ...executionSteps,
  ...actionSteps,
  ...strangerSteps,
]

const SUBJECTS: readonly Subject[] = [
  { name: 'agents, quotes and approvals', weight: 6, kinds: AGENTS },
  { name: 'ownership of external accounts', weight: 3, kinds: walletSteps },
  { name: 'external accounts of customers', weight: 2, kinds: accountSteps },
  { name: 'cards', weight: 2, kinds: cardSteps },
]

export const stepKinds: ReadonlyMap<string, AnyStepKind> = new Map(
  SUBJECTS.flatMap(({ kinds }) => kinds).map((kind) => [kind.name, kind]),
)

/** What can be explored of a deployment: what it claims and offers. */
export function subjectsOf({ areas, operations }: Deployment): readonly Subject[] {
  return SUBJECTS.map((subject) => ({
    ...subject,
    kinds: subject.kinds.filter(
      ({ area, operations: needed }) =>
        (areas === undefined || areas.includes(area)) && needed.every((name) => operations[name] !== null),
    ),
  })).filter(({ kinds }) => kinds.length > 0)
}
