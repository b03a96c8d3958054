import { successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

/** Contract: What the service does, row Platform Configuration; it shows neither settings nor operations. */
export const platformConfigurationVariations: readonly Variant[] = [
  {
    id: 'configuration-changed-without-body',
    title: 'returns 204 for a change of the configuration',
    point: 'response to a change of the configuration',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, () => ({ status: 204, body: undefined }), ['updateConfiguration']),
  },
  {
    id: 'configuration-counts-its-versions',
    title: 'adds a version to the configuration, which grows with each change',
    point: 'settings of a platform',
    interpretation: 'The contract does not specify the settings.',
    replace: (rules) => {
      let version = 1
      return {
        changedSettings: (settings, change) => {
          version += 1
          return rules.changedSettings(settings, change)
        },
        ...successesChanged(
          rules,
          (response) => ({
            ...response,
            body: { ...(response.body as Json), version, updatedAt: new Date().toISOString() },
          }),
          ['getConfiguration', 'updateConfiguration'],
        ),
      }
    },
  },
  {
    id: 'configuration-in-an-object',
    title: 'returns the settings in an object',
    point: 'settings of a platform',
    interpretation: 'The contract does not specify the response.',
    blocks: ['CFG-02'],
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: { settings: response.body } }), [
        'getConfiguration',
        'updateConfiguration',
      ]),
  },
  {
    id: 'configuration-changed-by-another-run',
    alone: true,
    title: 'gets a change of the same setting from elsewhere after the first change of a run',
    point: 'who else changes the configuration',
    interpretation: 'The settings are global, so two runs on one deployment change the same ones.',
    blocks: ['CFG-02'],
    replace: (rules) => {
      let changes = 0
      return {
        changedSettings: (settings, change) => {
          changes += 1
          const changed = rules.changedSettings(settings, change)
          return changes === 1 ? settings : changed
        },
      }
    },
  },
]
