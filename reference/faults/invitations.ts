import type { Fault } from './fault.ts'

export const invitationsFaults: readonly Fault[] = []
