import { emptyStore, type Store } from '../../reference/store.ts'

/** The maps that are replicated; others are read at their origin. */
const REPLICATED = ['externalAccounts', 'quotes', 'transactions', 'actions'] as const
const LOOKS_EVERY_MS = 50

interface Written {
  readonly at: number
  readonly apply: () => void
}

/** The fields that change. */
interface Version {
  readonly status: string
  readonly transactionId?: string | undefined
  readonly defaultUmaDepositAccount?: boolean | undefined
}

const isSame = (known: Version | undefined, now: Version): boolean =>
  known?.status === now.status &&
  known.transactionId === now.transactionId &&
  known.defaultUmaDepositAccount === now.defaultUmaDepositAccount

/**
 * A copy of a store that lags behind it: every write becomes visible after the same delay, in the same order. Each read
 * also looks for writes, so that a busy machine, on which timers are late, makes the delay no longer.
 *
 * @returns the copy, as it is to be read now
 */
export function laggingReplica(primary: Store, lagMs: number): () => Store {
  const replica = { ...emptyStore(), customers: primary.customers, agents: primary.agents }
  const known = new Map<object, Version>()
  const underWay: Written[] = []

  const look = () => {
    const now = Date.now()
    for (const kind of REPLICATED) {
      const copies = replica[kind] as Map<string, object>
      for (const [id, resource] of primary[kind]) {
        const version = resource as Version
        if (isSame(known.get(resource), version)) continue
        const { status, transactionId, defaultUmaDepositAccount } = version
        known.set(resource, { status, transactionId, defaultUmaDepositAccount })
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
