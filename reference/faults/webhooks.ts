import type { Fault } from './fault.ts'

export const webhooksFaults: readonly Fault[] = []
