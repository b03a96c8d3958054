/**
 * String formats of the contract's conventions, as regular expressions, so that the precompiled validators contain
 * them.
 */

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

/** `<ResourceType>:<uuid>`; the type has letters and digits, the UUID any version and case. */
export const resourceId = (resource = '[A-Za-z0-9]+') => `^${resource}:${UUID}$`

const [MONTH, DAY, HOUR, MINUTE] = [
  '(0[1-9]|1[0-2])',
  '(0[1-9]|[12]\\d|3[01])',
  '([01]\\d|2[0-3])',
  '[0-5]\\d',
]
const SECOND = '([0-5]\\d|60)([.,]\\d+)?'
const EXTENDED = `\\d{4}-${MONTH}-${DAY}T${HOUR}:${MINUTE}(:${SECOND})?`
const BASIC = `\\d{4}${MONTH}${DAY}T${HOUR}${MINUTE}(${SECOND})?`

/**
 * ISO 8601 in UTC, in the extended or the basic format: `Z`, `+00:00`, `+0000` or `+00` (or minus), with or without
 * seconds and fractions of them.
 */
export const UTC_TIMESTAMP = `^(${EXTENDED}|${BASIC})(Z|[+-]00(:?00)?)$`
