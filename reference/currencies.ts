import { decimal, type Decimal } from './money.ts'
import type { Currency } from './resources/payments.ts'

export interface ListedCurrency extends Currency {
  /** Value of one unit in US dollars; invented, and fixed so that runs can be compared. undefined: not traded. */
  readonly worth: Decimal | undefined
  /** The account type that holds the currency outside the service (contract: accountInfo.accountType). */
  readonly accountType: string
  readonly paymentRail: string
}

const listed = (
  code: string,
  name: string,
  symbol: string,
  decimals: number,
  worth: string | undefined,
  accountType: string,
  paymentRail: string,
): readonly [string, ListedCurrency] => [
  code,
  {
    code,
    name,
    symbol,
    decimals,
    worth: worth === undefined ? undefined : decimal(worth),
    accountType,
    paymentRail,
  },
]

/** Currencies with 0, 2, 3, 6 and 8 decimals, so that code that assumes two decimals fails. */
export const currencies: ReadonlyMap<string, ListedCurrency> = new Map([
  listed('USD', 'United States Dollar', '$', 2, '1', 'USD_ACCOUNT', 'ACH'),
  listed('EUR', 'Euro', '€', 2, '1.0842', 'EUR_ACCOUNT', 'SEPA_INSTANT'),
  listed('GBP', 'Pound Sterling', '£', 2, '1.2711', 'GBP_ACCOUNT', 'FASTER_PAYMENTS'),
  listed('MXN', 'Mexican Peso', '$', 2, '0.0546', 'MXN_ACCOUNT', 'SPEI'),
  listed('INR', 'Indian Rupee', '₹', 2, '0.01187', 'INR_ACCOUNT', 'UPI'),
  listed('BRL', 'Brazilian Real', 'R$', 2, '0.1735', 'BRL_ACCOUNT', 'PIX'),
  listed('PHP', 'Philippine Peso', '₱', 2, '0.01701', 'PHP_ACCOUNT', 'INSTAPAY'),
  listed('NGN', 'Nigerian Naira', '₦', 2, '0.000598', 'NGN_ACCOUNT', 'NIP'),
  listed('JPY', 'Japanese Yen', '¥', 0, '0.006655', 'SWIFT_ACCOUNT', 'SWIFT'),
  listed('KWD', 'Kuwaiti Dinar', 'KD', 3, '3.2547', 'SWIFT_ACCOUNT', 'SWIFT'),
  listed('GHS', 'Ghanaian Cedi', 'GH₵', 2, '0.0913', 'GHS_ACCOUNT', 'GHIPSS'),
  listed('HTG', 'Haitian Gourde', 'G', 2, undefined, 'HTG_ACCOUNT', 'SPIH'),
  listed('USDC', 'USD Coin', 'USDC', 6, '1', 'BASE_WALLET', 'BASE'),
  listed('BTC', 'Bitcoin', '₿', 8, '67250', 'LIGHTNING', 'LIGHTNING'),
])

/** The currency object of the contract. */
export function currencyObject(code: string): Currency {
  const found = currencies.get(code)
  if (!found) throw new Error(`${code} is not a listed currency`)
  return { code: found.code, name: found.name, symbol: found.symbol, decimals: found.decimals }
}
