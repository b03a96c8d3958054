/** The listed account types (contract: Resources, external account, accountInfo.accountType). */

/** All that end in _ACCOUNT but the one of Lightning: each has a beneficiary. */
export const FIAT_TYPES = [
  'AED_ACCOUNT',
  'BDT_ACCOUNT',
  'BRL_ACCOUNT',
  'BWP_ACCOUNT',
  'CAD_ACCOUNT',
  'COP_ACCOUNT',
  'DKK_ACCOUNT',
  'EGP_ACCOUNT',
  'EUR_ACCOUNT',
  'GBP_ACCOUNT',
  'GHS_ACCOUNT',
  'GTQ_ACCOUNT',
  'HKD_ACCOUNT',
  'HTG_ACCOUNT',
  'IDR_ACCOUNT',
  'INR_ACCOUNT',
  'JMD_ACCOUNT',
  'KES_ACCOUNT',
  'MWK_ACCOUNT',
  'MXN_ACCOUNT',
  'MYR_ACCOUNT',
  'NGN_ACCOUNT',
  'PHP_ACCOUNT',
  'PKR_ACCOUNT',
  'RWF_ACCOUNT',
  'SGD_ACCOUNT',
  'SLV_ACCOUNT',
  'THB_ACCOUNT',
  'TZS_ACCOUNT',
  'UGX_ACCOUNT',
  'USD_ACCOUNT',
  'VND_ACCOUNT',
  'XAF_ACCOUNT',
  'XOF_ACCOUNT',
  'ZAR_ACCOUNT',
  'ZMW_ACCOUNT',
  'SWIFT_ACCOUNT',
  'CNY_ACCOUNT',
  'ILS_ACCOUNT',
  'TRY_ACCOUNT',
] as const

export const WALLET_TYPES = [
  'BASE_WALLET',
  'ETHEREUM_WALLET',
  'POLYGON_WALLET',
  'PLASMA_WALLET',
  'ARBITRUM_WALLET',
  'SOLANA_WALLET',
  'SPARK_WALLET',
  'TRON_WALLET',
] as const

/** Two names of one variant. */
export const LIGHTNING_TYPES = ['LIGHTNING', 'LIGHTNING_ACCOUNT'] as const
