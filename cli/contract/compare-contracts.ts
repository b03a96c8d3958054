import { differencesOf } from '../../spec/versions/difference.ts'
import { differenceMarkdown, differenceText } from './difference-text.ts'
import { openContract } from './open-contract.ts'

/**
 * The difference between two versions of the contract.
 *
 * @param from a version, or the folder of a draft
 * @throws AssayError
 */
export function compareContracts(
  from: string,
  to: string,
  { format, colour }: { readonly format: 'text' | 'json' | 'markdown'; readonly colour: boolean },
): string {
  const [before, after] = [openContract(from), openContract(to)]
  const compared = {
    from: before.version,
    to: after.version,
    differences: differencesOf(before.parts, after.parts),
  }
  if (format === 'json') return `${JSON.stringify(compared, null, 2)}\n`
  return format === 'markdown' ? differenceMarkdown(compared) : differenceText(compared, colour)
}
