import type { StateValues } from '../../spec/index.ts'
import type { SetUps } from './states.ts'

const platformSetting = (): StateValues['platform-setting'] => ({
  setting: 'statementDescriptor',
  values: ['REFERENCE PAY', 'REFERENCE'],
})

/** Provider states of platform configuration. */
export const platformConfigurationStates = {
  'platform-setting': platformSetting,
} satisfies Partial<SetUps>
