import { refused } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import type { Fault } from './fault.ts'

/** Faults in the configuration of the platform (contract: row Platform Configuration). */
export const platformConfigurationFaults: readonly Fault[] = [
  {
    id: 'configuration-not-read',
    title: 'returns 500 when the configuration is read',
    breaks: ['CFG-01', 'CFG-02'],
    mayAlsoBreak: ['CFG-04'],
    replace: crashesIn('getConfiguration'),
  },
  {
    id: 'configuration-not-changed',
    title: 'accepts a change of a setting, but does not store it',
    breaks: ['CFG-02'],
    replace: { changedSettings: (settings) => settings },
  },
  {
    id: 'configuration-replaced',
    title: 'replaces the whole configuration on a change of one setting',
    breaks: ['CFG-02'],
    replace: { changedSettings: (_settings, change) => change },
  },
  {
    id: 'configuration-body-breaks',
    title: 'returns 500 for a change that is not an object',
    breaks: ['CFG-03'],
    replace: refused('malformedBody', 500, 'INTERNAL_ERROR'),
  },
  {
    id: 'configuration-open',
    title: 'returns the configuration without valid credentials',
    breaks: ['CFG-04'],
    replace: acceptsInvalidCredentials('getConfiguration'),
  },
  {
    id: 'configuration-change-open',
    title: 'changes the configuration without valid credentials',
    breaks: ['CFG-04'],
    // A request with wrong credentials changes the setting while it is judged.
    mayAlsoBreak: ['CFG-02'],
    replace: acceptsInvalidCredentials('updateConfiguration'),
  },
]
