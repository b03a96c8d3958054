import { emptyStore, type Store } from '../../reference/store.ts'

/** The maps that are replicated; others are read at their origin. */
const REPLICATED = ['externalAccounts', 'quotes', 'transactions', 'actions'] as const
const LOOKS_EVERY_MS = 50

interface Written {
  readonly at: number
  readonly apply: () => void
}

/**
 * A copy of a store that lags behind it: every write becomes visible after the same delay, in the same order. Each read
 * also looks for writes, so that a busy machine, on which timers are late, makes the delay no longer.
 *
 * @returns the copy, as it is to be read now
 */
export function laggingReplica(primary: Store, lagMs: number): () => Store {
  const replica = { ...emptyStore(), customers: primary.customers, agents: primary.agents }
  const known = new Map<object, string>()
  const underWay: Written[] = []

  const look = () => {
    const now = Date.now()
    for (const kind of REPLICATED) {
      const copies = replica[kind] as Map<string, object>
      for (const [id, resource] of primary[kind]) {
        const { status, transactionId, defaultUmaDepositAccount } = resource as {
          readonly status: string
          readonly transactionId?: string
          readonly defaultUmaDepositAccount?: boolean
        }
        const version = `${status} ${transactionId ?? ''} ${defaultUmaDepositAccount ?? ''}`
        if (known.get(resource) === version) continue
        known.set(resource, version)
        const copy = { ...resource }
        underWay.push({ at: now, apply: () => copies.set(id, copy) })
      }
      for (const id of copies.keys())
        if (!primary[kind].has(id)) underWay.push({ at: now, apply: () => copies.delete(id) })
    }
    while (underWay[0] && underWay[0].at <= now - lagMs) underWay.shift()?.apply()
  }
  setInterval(look, LOOKS_EVERY_MS).unref()
  return () => {
    look()
    return replica
  }
}
