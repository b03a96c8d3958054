/** Listed account types of the contract (Resources, accountInfo.accountType). */
const CURRENCIES =
  'AED BDT BRL BWP CAD COP DKK EGP EUR GBP GHS GTQ HKD HTG IDR INR JMD KES MWK MXN MYR NGN PHP PKR RWF SGD SLV THB TZS UGX USD VND XAF XOF ZAR ZMW SWIFT CNY ILS TRY'

/** Of banks: these have a beneficiary. */
export const FIAT_ACCOUNT_TYPES: readonly string[] = CURRENCIES.split(' ').map((code) => `${code}_ACCOUNT`)

/** Whose holder alone has the key. */
export const SELF_CUSTODY_WALLETS: readonly string[] = [
  'BASE_WALLET',
  'ETHEREUM_WALLET',
  'POLYGON_WALLET',
  'PLASMA_WALLET',
  'ARBITRUM_WALLET',
  'SOLANA_WALLET',
  'SPARK_WALLET',
  'TRON_WALLET',
]

/** Both names of Lightning are listed. */
export const ACCOUNT_TYPES: readonly string[] = [
  ...FIAT_ACCOUNT_TYPES,
  ...SELF_CUSTODY_WALLETS,
  'LIGHTNING',
  'LIGHTNING_ACCOUNT',
]
