import type { ErrorCode, StateValues } from '../../spec/index.ts'
import type { Setting } from '../call.ts'
import { errorConditions } from '../error-conditions/index.ts'
import { text, Unsupported, type Params } from './params.ts'

/** Brings a real condition about; what it asks for is judged like any other request. */
export function setUpErrorCondition(setting: Setting, params: Params): StateValues['error-condition'] {
  const code = text(params, 'code')
  const condition = errorConditions[code as ErrorCode]
  if (!condition || !setting.rules.meetsCode(code)) throw new Unsupported(`No request meets ${code} here.`)
  return condition(setting)
}
