/** Every kind of step, and which of them are drawn together. */
import type { Deployment } from '../fixtures/config/deployment.ts'
import { accountSteps } from './commands/accounts.ts'
import { actionSteps } from './commands/actions.ts'
import { agentSteps } from './commands/agents.ts'
import { authorizationSteps } from './commands/authorizations.ts'
import { cardSteps } from './commands/cards.ts'
import { contactSteps } from './commands/contacts.ts'
import { customerSteps } from './commands/customers.ts'
import { documentSteps } from './commands/documents.ts'
import { decisionSteps } from './commands/decisions.ts'
import { errorSteps } from './commands/errors.ts'
import { executionSteps } from './commands/executions.ts'
import { invitationSteps } from './commands/invitations.ts'
import { malformedQuoteSteps } from './commands/malformed-quotes.ts'
import { quoteSteps } from './commands/quotes.ts'
import { stablecoinSteps } from './commands/stablecoins.ts'
import { invalidCredentialSteps } from './commands/invalid-credentials.ts'
import { tokenSteps } from './commands/tokens.ts'
import { transactionSteps } from './commands/transactions.ts'
import { transferSteps } from './commands/transfers.ts'
import { verificationSteps } from './commands/verifications.ts'
import { walletSteps } from './commands/wallets.ts'
import type { AnyStepKind } from './step.ts'

/** Related steps: a sequence has one subject, so that it reaches deep states. */
export interface Target {
  readonly name: string
  /** Relative frequency. */
  readonly weight: number
  readonly kinds: readonly AnyStepKind[]
}

const AGENTS = [
  ...agentSteps,
  ...quoteSteps,
  ...malformedQuoteSteps,
  ...executionSteps,
  ...decisionSteps,
  ...actionSteps,
  ...invalidCredentialSteps,
]

/** The steps of agents with these names. */
const ofAgents = (...names: readonly string[]): readonly AnyStepKind[] =>
  names.map((name) => {
    const kind = AGENTS.find((one) => one.name === name)
    if (!kind) throw new Error(`no step of agents is called ${name}`)
    return kind
  })

const SUBJECTS: readonly Target[] = [
  {
    name: 'quotes',
    weight: 3,
    kinds: [
      ...ofAgents('arrange-agent', 'arrange-agent-within-a-currency', 'arrange-sibling'),
      ...ofAgents('act-with-invalid-credentials', 'quote-and-execute'),
      ...quoteSteps,
      ...malformedQuoteSteps,
    ],
  },
  {
    name: 'approvals',
    weight: 4,
    kinds: [
      ...ofAgents('arrange-agent', 'create-quote', 'list-actions', 'manage-with-invalid-credentials'),
      ...ofAgents('pause-agent', 'resume-agent', 'act-while-stopped', 'switch-mode'),
      ...executionSteps,
      ...decisionSteps,
    ],
  },
  {
    name: 'actions',
    weight: 3,
    kinds: [
      ...ofAgents('arrange-agent', 'arrange-sibling', 'create-quote', 'execute-quote', 'approve', 'reject'),
      ...ofAgents('act-with-invalid-credentials'),
      ...actionSteps,
    ],
  },
  {
    name: 'management of agents',
    weight: 3,
    kinds: [...ofAgents('create-quote', 'execute-quote', 'manage-with-invalid-credentials'), ...agentSteps],
  },
  { name: 'all of agents', weight: 2, kinds: AGENTS },
  { name: 'ownership of external accounts', weight: 5, kinds: walletSteps },
  { name: 'external accounts of customers', weight: 3, kinds: accountSteps },
  { name: 'cards', weight: 3, kinds: cardSteps },
  { name: 'error catalogue', weight: 3, kinds: errorSteps },
  { name: 'customers', weight: 3, kinds: customerSteps },
  { name: 'contacts of customers', weight: 1, kinds: contactSteps },
  { name: 'documents', weight: 2, kinds: documentSteps },
  { name: 'invitations', weight: 2, kinds: invitationSteps },
  { name: 'API tokens', weight: 1, kinds: tokenSteps },
  { name: 'verifications', weight: 1, kinds: verificationSteps },
  { name: 'strong customer authentication', weight: 2, kinds: authorizationSteps },
  { name: 'stablecoins', weight: 3, kinds: stablecoinSteps },
  { name: 'transfers of the platform', weight: 4, kinds: [...transferSteps, ...transactionSteps] },
]

export const stepKinds: ReadonlyMap<string, AnyStepKind> = new Map(
  SUBJECTS.flatMap(({ kinds }) => kinds).map((kind) => [kind.name, kind]),
)

/** The steps for a deployment, by its claims and offers. */
export function subjectsOf({ areas, operations }: Deployment): readonly Target[] {
  return SUBJECTS.map((subject) => ({
    ...subject,
    kinds: subject.kinds.filter(
      ({ area, operations: needed }) =>
        (areas === undefined || areas.includes(area)) && needed.every((name) => operations[name] !== null),
    ),
  })).filter(({ kinds }) => kinds.length > 0)
}
