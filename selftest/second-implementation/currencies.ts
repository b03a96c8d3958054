/** Currencies with different decimals, and a rate between any two of them. */
export interface Currency {
  readonly code: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Value of one whole unit in millionths of a US dollar. */
const WORTH = new Map<string, Currency & { readonly worth: number }>(
  [
    { code: 'KWD', name: 'Kuwaiti Dinar', symbol: 'د.ك', decimals: 3, worth: 3_257_810 },
    { code: 'JPY', name: 'Japanese Yen', symbol: '¥', decimals: 0, worth: 6_683 },
    { code: 'CLF', name: 'Unidad de Fomento', symbol: 'UF', decimals: 4, worth: 41_337_020 },
    { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2, worth: 1_000_000 },
    { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2, worth: 1_158_930 },
    { code: 'GBP', name: 'Pound Sterling', symbol: '£', decimals: 2, worth: 1_334_170 },
    { code: 'INR', name: 'Indian Rupee', symbol: '₹', decimals: 2, worth: 11_391 },
    { code: 'MXN', name: 'Mexican Peso', symbol: 'MX$', decimals: 2, worth: 54_367 },
    { code: 'BRL', name: 'Brazilian Real', symbol: 'R$', decimals: 2, worth: 184_113 },
  ].map((row) => [row.code, row]),
)

export function currency(code: string): Currency | undefined {
  const row = WORTH.get(code)
  return row && { code: row.code, name: row.name, symbol: row.symbol, decimals: row.decimals }
}

/** Pairs of a currency that customers hold, and a payout currency. */
export const PAYABLE: readonly (readonly [sell: Currency, buy: Currency])[] = ['KWD', 'JPY', 'CLF'].flatMap(
  (sell) =>
    ['JPY', 'KWD', 'CLF'].flatMap((buy) => {
      const [one, other] = [currency(sell), currency(buy)]
      return one && other && one.code !== other.code ? [[one, other] as const] : []
    }),
)

/** Whole units of `sending` for one whole unit of `receiving`, with eight significant digits. */
export function rateBetween(sending: Currency, receiving: Currency): number {
  if (sending.code === receiving.code) return 1
  const spread = 1.0031
  const worth = (code: string) => WORTH.get(code)?.worth ?? 1
  return Number(((worth(receiving.code) / worth(sending.code)) * spread).toPrecision(8))
}
