import type { Fault } from './fault.ts'

export const strongCustomerAuthenticationFaults: readonly Fault[] = []
