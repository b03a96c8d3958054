import { capabilities } from '../spec/index.ts'
import { selected, selection } from './selection.ts'
import { assayError } from '../errors/index.ts'

const ALL = 'all'

/**
 * The requirements that `--allow-blocked` allows to be blocked.
 *
 * @param list requirement ids, areas and capabilities with commas between, or `all`; true: the option has no value,
 * which means `all`
 * @returns requirement ids, or only `all`; undefined: the option is missing
 * @throws AssayError for an unknown word
 */
export function allowedBlocked(list: string | true | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined
  const words = list === true ? [ALL] : list.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) throw assayError('allow-blocked-empty')
  if (words.includes(ALL)) return [ALL]
  const ids = words.flatMap((word): readonly string[] => {
    const capability = capabilities.find(({ id }) => id === word)
    return capability
      ? capability.requirements
      : selected(selection([word], '--allow-blocked')).map(({ id }) => id)
  })
  return [...new Set(ids)]
}
