import { CONTRACT_VERSION, type AreaId } from '../spec/index.ts'
import { areasFrom } from './areas-entered.ts'
import { assayError } from '../errors/index.ts'

/** The values that a person entered, as text. */
export interface Entered {
  readonly name?: string | undefined
  readonly baseUrl?: string | undefined
  readonly statesUrl?: string | undefined
  /** Area ids or numbers of the list of areas, with commas between. */
  readonly areas?: string | undefined
}

/** The validated entries. */
export interface Entries {
  readonly name?: string
  readonly baseUrl?: string
  readonly statesUrl?: string
  /** undefined: everything. */
  readonly areas?: readonly AreaId[]
  /** Corrections, with their reasons. */
  readonly remarks: readonly string[]
}

/** @throws AssayError for the first entry that cannot be used */
export function checked({ name, baseUrl, statesUrl, areas }: Entered): Entries {
  const base = blankAsUndefined(baseUrl)
  const states = blankAsUndefined(statesUrl)
  const withVersion = base === undefined ? undefined : versioned(address(base, '--base-url'))
  const title = blankAsUndefined(name)
  const claimed = blankAsUndefined(areas)
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(withVersion === undefined ? {} : { baseUrl: withVersion.baseUrl }),
    ...(states === undefined ? {} : { statesUrl: address(states, '--states-url') }),
    ...(claimed === undefined ? {} : { areas: areasFrom(claimed) }),
    remarks: withVersion?.remark === undefined ? [] : [withVersion.remark],
  }
}

function blankAsUndefined(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}

/** An address with an environment variable is incomplete here; the deployment file is validated when it is loaded. */
const hasVariable = (text: string) => /\$\{\w+\}/.test(text)

function address(text: string, flag: string): string {
  if (hasVariable(text)) return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw assayError('address-invalid', { option: flag, address: text })
  }
  if (url.username !== '' || url.password !== '') {
    throw assayError('address-with-credentials', { option: flag })
  }
  return text
}

/** The version is part of the base address (contract: Versioning). */
function versioned(text: string): { readonly baseUrl: string; readonly remark?: string } {
  if (hasVariable(text)) return { baseUrl: text }
  const url = new URL(text)
  const path = url.pathname.replace(/\/+$/, '')
  if (url.search !== '' || url.hash !== '') {
    throw assayError('base-url-with-query', { address: `${url.origin}${path}` })
  }
  if (path.endsWith(`/${CONTRACT_VERSION}`)) return { baseUrl: `${url.origin}${path}` }
  const baseUrl = `${url.origin}${path}/${CONTRACT_VERSION}`
  return { baseUrl, remark: `Added the version segment: the base address is ${baseUrl}` }
}
