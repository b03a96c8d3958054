/** Validates the form of a quote request, over the whole request at once. */
import type { Body } from './call.ts'
import { isBody } from './call.ts'
import type { FieldFault } from './rejection.ts'

const MAXIMUM = 9_000_000_000_000_000
const PURPOSES =
  'GIFT SELF GOODS_OR_SERVICES EDUCATION HEALTH_OR_MEDICAL REAL_ESTATE_PURCHASE TAX_PAYMENT LOAN_PAYMENT UTILITY_BILL DONATION TRAVEL FAMILY_SUPPORT SALARY_PAYMENT OTHER'.split(
    ' ',
  )

type Rule = readonly [
  field: string,
  fits: (value: unknown, request: Body) => boolean,
  constraint: FieldFault['constraint'],
]

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const among = (names: readonly string[]) => (value: unknown) => names.includes(value as string)
const optional = (fits: (value: unknown) => boolean) => (value: unknown) => value === undefined || fits(value)
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

const REQUEST: readonly Rule[] = [
  ['source', isBody, { type: 'object' }],
  ['destination', isBody, { type: 'object' }],
  ['lockedCurrencySide', among(['SENDING', 'RECEIVING']), { enum: ['SENDING', 'RECEIVING'] }],
  [
    'lockedCurrencyAmount',
    (value) => isCount(value) && Number(value) > 0 && Number(value) <= MAXIMUM,
    { minimum: 1, maximum: MAXIMUM },
  ],
  ['immediatelyExecute', optional((value) => typeof value === 'boolean'), { type: 'boolean' }],
  ['description', optional((value) => typeof value === 'string'), { type: 'string' }],
  [
    'remittanceInformation',
    optional((value) => typeof value === 'string' && Array.from(value).length <= 80),
    { maxLength: 80 },
  ],
  ['purposeOfPayment', optional(among(PURPOSES)), { enum: PURPOSES }],
  ['scaFactor', optional(among(['SMS_OTP', 'TOTP', 'PASSKEY'])), { enum: ['SMS_OTP', 'TOTP', 'PASSKEY'] }],
  ['senderCustomerInfo', optional(isBody), { type: 'object' }],
  ['platformFeeOverride', optional(isFeeOverride), { type: 'object' }],
  [
    'lookupId',
    (value, { destination }) =>
      isText(value) ||
      (value === undefined && !(isBody(destination) && destination['destinationType'] === 'UMA_ADDRESS')),
    { type: 'string' },
  ],
]

const SIDES: readonly Rule[] = [
  ['source.sourceType', among(['ACCOUNT', 'REALTIME_FUNDING']), { enum: ['ACCOUNT', 'REALTIME_FUNDING'] }],
  ['source.accountId', (id, { sourceType }) => sourceType !== 'ACCOUNT' || isText(id), { minLength: 1 }],
  [
    'source.currency',
    (code, { sourceType }) => sourceType !== 'REALTIME_FUNDING' || isText(code),
    { minLength: 1 },
  ],
  ['destination.destinationType', among(['ACCOUNT', 'UMA_ADDRESS']), { enum: ['ACCOUNT', 'UMA_ADDRESS'] }],
  [
    'destination.accountId',
    (id, { destinationType }) => destinationType !== 'ACCOUNT' || isText(id),
    { minLength: 1 },
  ],
  [
    'destination.umaAddress',
    (address, { destinationType }) =>
      destinationType !== 'UMA_ADDRESS' || (isText(address) && /^\$[^@\s]+@[^@\s]+$/.test(address)),
    { pattern: '$name@domain' },
  ],
]

function isFeeOverride(value: unknown): boolean {
  if (!isBody(value)) return false
  const fixed = value['platformFixedFee']
  return (
    (fixed === undefined || (isBody(fixed) && isCount(fixed['amount']))) &&
    optional(isCount)(value['platformVariableFeeBps'])
  )
}

/** One error for each invalid field. */
export function faultsOf(request: Body): FieldFault[] {
  const sides = SIDES.filter(([field]) => isBody(request[field.split('.')[0] ?? '']))
  return [...REQUEST, ...sides].flatMap(([field, fits, constraint]) => {
    const [outer = '', inner] = field.split('.')
    const within = inner === undefined ? request : (request[outer] as Body)
    return fits(within[inner ?? outer], within)
      ? []
      : [{ field, constraint, message: `“${field}” is missing or does not fit.` }]
  })
}
