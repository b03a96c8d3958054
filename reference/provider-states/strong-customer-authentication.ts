import type { SetUps } from './states.ts'

export const strongCustomerAuthenticationStates = {} satisfies Partial<SetUps>
