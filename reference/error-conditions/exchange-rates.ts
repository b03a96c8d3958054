import type { ErrorConditions } from './error-condition.ts'

export const exchangeRatesErrorConditions = {
  INVALID_AMOUNT: ({ rules }) => {
    const { sending, receiving } = rules.ordinaryCorridor()
    return {
      method: 'GET',
      path: `/exchange-rates?sourceCurrency=${sending}&destinationCurrency=${receiving}&sendingAmount=-1`,
      auth: 'PLATFORM',
    }
  },
} satisfies ErrorConditions
