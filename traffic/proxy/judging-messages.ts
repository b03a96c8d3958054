/** Messages between the forwarding process and its judging thread. */
import type { NamedSecret } from '../../fixtures/redaction/secret-vault.ts'
import type { Deployment } from '../../fixtures/config/deployment.ts'
import type { JudgedTraffic } from '../traffic-judge.ts'
import type { PassedExchange } from './forward.ts'

export interface JudgingOptions {
  /** Without functions, which cannot be sent to a thread. */
  readonly deployment: Deployment
  /** Directory of the evidence. */
  readonly out: string
}

export type ToJudge = { readonly exchanges: readonly PassedExchange[] } | { readonly finish: true }

export type FromJudge =
  | { readonly taken: number }
  | {
      readonly traffic: JudgedTraffic
      readonly secrets: readonly NamedSecret[]
      /** Texts were withheld from the evidence: there were more secrets than can be redacted. */
      readonly isFull: boolean
    }
