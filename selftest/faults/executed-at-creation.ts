/** Faults in quotes that are executed at creation (contract: Endpoints 3, immediatelyExecute). */
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

/** Knows the quotes that are executed at creation: their transaction is created in the same step. */
const knowingExecutedAtCreation =
  (change: (rules: Rules, isExecutedAtCreation: (quoteId: string) => boolean) => Partial<Rules>) =>
  (rules: Rules): Partial<Rules> => {
    const executed = new Set<string>()
    let isCreating = false
    return {
      executesAtCreation: (immediately) => (isCreating = rules.executesAtCreation(immediately)),
      transactionIdOf: (quote, newId) => {
        if (isCreating) executed.add(quote.id)
        isCreating = false
        return rules.transactionIdOf(quote, newId)
      },
      ...change(rules, (quoteId) => executed.has(quoteId)),
    }
  }

export const executedAtCreationFaults: readonly Fault[] = [
  {
    id: 'immediate-execution-executed-again',
    title: 'lets an agent execute a quote again that was executed at creation',
    breaks: ['QUO-67'],
    replace: knowingExecutedAtCreation(({ quoteIsUnsubmitted }, isExecuted) => ({
      quoteIsUnsubmitted: (quote) => isExecuted(quote.id) || quoteIsUnsubmitted(quote),
    })),
  },
  {
    id: 'transfer-immediate-execution-executed-again',
    title: 'lets the platform execute a quote again that was executed at creation',
    breaks: ['QTE-73'],
    replace: knowingExecutedAtCreation(({ quoteMayBeExecuted }, isExecuted) => ({
      quoteMayBeExecuted: (quote) => isExecuted(quote.id) || quoteMayBeExecuted(quote),
    })),
  },
  {
    id: 'immediate-execution-overdraws',
    title: 'executes a quote at creation although its source lacks the funds',
    breaks: ['QUO-68', 'QTE-74'],
    mayAlsoBreak: ['QUO-105', 'QTE-85'],
    replace: ({ executesAtCreation, hasFunds }) => {
      let isCreating = false
      return {
        executesAtCreation: (immediately) => (isCreating = executesAtCreation(immediately)),
        hasFunds: (...payment) => {
          const overdraws = isCreating
          isCreating = false
          return overdraws || hasFunds(...payment)
        },
      }
    },
  },
  {
    id: 'immediate-execution-without-permission',
    title: 'checks the permission to execute only when a quote is executed later',
    breaks: ['APR-56'],
    replace: ({ asksForExecution, mayExecuteQuotes }) => {
      let isCreating = false
      return {
        asksForExecution: (body) => (isCreating = asksForExecution(body)),
        mayExecuteQuotes: (agent) => {
          const passes = isCreating
          isCreating = false
          return passes || mayExecuteQuotes(agent)
        },
      }
    },
  },
  {
    id: 'transfer-immediate-execution-not-remembered',
    title: "ignores the platform's request identifier of a quote that is executed at creation",
    breaks: ['QTE-77'],
    replace: ({ replayScope }) => {
      let requests = 0
      return {
        replayScope: (owner, requestId, fingerprint) =>
          owner.id === 'platform' && fingerprint.includes('"immediatelyExecute":true')
            ? `${requestId} ${(requests += 1)}`
            : replayScope(owner, requestId, fingerprint),
      }
    },
  },
]
