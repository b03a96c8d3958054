import type { SetUps } from './states.ts'

export const exchangeRatesStates = {
  'exchange-rate': ({ rules }) => {
    const { sending, receiving } = rules.ordinaryCorridor()
    return { sourceCurrency: sending, destinationCurrency: receiving }
  },
} satisfies Partial<SetUps>
