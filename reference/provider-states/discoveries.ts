import type { SetUps } from './states.ts'

export const discoveriesStates = {
  'discovery-corridor': () => ({ country: 'DE', currency: 'EUR' }),
} satisfies Partial<SetUps>
