import type { InternalAccount } from '../../reference/resources/payments.ts'

/** Two changes of a balance within this time read the same balance. */
const OVERLAP_MS = 150

/** Reads a balance, waits, and writes the new one: of two concurrent changes, the first is lost. */
export function losingUpdates(): (account: InternalAccount, change: bigint) => void {
  const latest = new Map<string, { readonly at: number; readonly balance: bigint }>()
  return (account, change) => {
    const read = latest.get(account.id)
    if (read !== undefined && Date.now() - read.at < OVERLAP_MS) {
      account.balance = read.balance + change
      return
    }
    latest.set(account.id, { at: Date.now(), balance: account.balance })
    account.balance += change
  }
}
