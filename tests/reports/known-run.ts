/** The sample run that failed, with a baseline: an entry of every state. */
import { withBaseline, type KnownFailure } from '../../reports/waiver.ts'
import { failing, HOSTILE } from './sample-run.ts'

const entry = (id: string, more: Partial<KnownFailure> = {}): KnownFailure => ({
  id,
  kind: 'failing',
  reason: `the ledger of ${id} is being rebuilt`,
  expires: '2026-12-31',
  ...more,
})

const baseline = {
  file: 'baseline.yaml',
  entries: [
    entry('OWN-07', { owner: 'accounts', issue: 'https://issues.example/7' }),
    entry('QUO-20', { expires: '2026-11-20' }),
    entry('QUO-11', { kind: 'flaky', reason: HOSTILE }),
    entry('OWN-01'),
    entry('APR-02'),
  ],
}
export const known = withBaseline(failing, baseline)
