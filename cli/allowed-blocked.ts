import { nearest } from '../fixtures/config/nearest.ts'
import { defaultContract, type Contract } from '../spec/index.ts'
import { selected, selection } from './selection.ts'
import { AssayError, assayError } from '../errors/index.ts'

const ALL = 'all'

/**
 * The requirements that `--allow-blocked` allows to be blocked.
 *
 * @param list requirement ids, areas and capabilities with commas between, or `all`; true: the option has no value,
 * which means `all`
 * @param contract whose ids they are; default: the version that Assay was made for
 * @returns requirement ids, or only `all`; undefined: the option is missing
 * @throws AssayError for an unknown word
 */
export function allowedBlocked(
  list: string | true | undefined,
  { catalogue }: Contract = defaultContract,
): readonly string[] | undefined {
  if (list === undefined) return undefined
  const words = list === true ? [ALL] : list.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) throw assayError('allow-blocked-empty')
  if (words.includes(ALL)) return [ALL]
  const ids = words.flatMap((word): readonly string[] => {
    const capability = catalogue.capabilities.find(({ id }) => id === word)
    return capability ? capability.requirements : selectedBy(word, catalogue)
  })
  return [...new Set(ids)]
}

function selectedBy(word: string, catalogue: Contract['catalogue']): readonly string[] {
  try {
    return selected(selection([word], '--allow-blocked', catalogue), catalogue.requirements).map(
      ({ id }) => id,
    )
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'selection-unknown') throw error
    const { capabilities, areas, requirements } = catalogue
    const known = [...capabilities, ...areas, ...requirements].map(({ id }) => id)
    throw assayError('allow-blocked-unknown', { word, meant: nearest(word, known) })
  }
}
