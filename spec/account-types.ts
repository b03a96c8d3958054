/** The listed account types of external accounts (contract: Resources, external account, accountInfo.accountType). */
import { closedValues, type ClosedValues } from './generated/catalogue.ts'

type AccountType = ClosedValues['AccountType']
type LightningType = Extract<AccountType, `LIGHTNING${string}`>
type FiatType = Exclude<Extract<AccountType, `${string}_ACCOUNT`>, LightningType>
type WalletType = Extract<AccountType, `${string}_WALLET`>

/** Two names of one variant. */
export const lightningTypes = closedValues.AccountType.filter((type): type is LightningType =>
  type.startsWith('LIGHTNING'),
)

/** Bank accounts: each has a beneficiary. */
export const fiatTypes = closedValues.AccountType.filter(
  (type): type is FiatType => type.endsWith('_ACCOUNT') && !type.startsWith('LIGHTNING'),
)

/** Self-custody wallets: only their holder has the key. */
export const walletTypes = closedValues.AccountType.filter((type): type is WalletType =>
  type.endsWith('_WALLET'),
)
