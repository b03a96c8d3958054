/** Whether a run uses the nonce of a verifier. If so, the run is newer than the nonce. */
import { challengeSeed, chosenSeed, markOf, nonceIn, variedSeed } from '../fixtures/random.ts'
import type { RecordingHead } from '../fixtures/recording/recording.ts'
import { count } from '../spec/count.ts'
import type { Exchange } from '../spec/index.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** A check sends it as a nonexistent cursor. */
const CONSTANT = '00000000-0000-4000-8000-000000000000'
const SHOWN = 3

/** Facts of a recording that contradict its challenge; empty: the recording uses the nonce. */
export function challengeProblems(
  nonce: string,
  { seed, deployment }: Pick<RecordingHead, 'seed' | 'deployment'>,
  exchanges: readonly Exchange[],
): readonly string[] {
  const expected = challengeSeed(nonce)
  const chosen = chosenSeed(seed)
  if (chosen !== expected && chosen !== variedSeed(expected)) {
    const other = nonceIn(seed)
    return [
      other === undefined
        ? 'the run used no nonce of a verifier: the recording has another seed'
        : `the run used another nonce, ${other}`,
    ]
  }
  const { own, unmarked } = identifiersOf(exchanges, JSON.stringify(deployment), markOf(nonce))
  if (own === 0) return ['no request has an identifier with the mark of the nonce']
  return unmarked.length === 0
    ? []
    : [
        `${count(unmarked.length, 'identifier')} that the run sent, without the mark of the nonce: ${unmarked.slice(0, SHOWN).join(', ')}`,
      ]
}

/**
 * Identifiers in requests to the API: with the mark, and without it unless a response or the deployment file has
 * them.
 */
function identifiersOf(exchanges: readonly Exchange[], file: string, mark: string) {
  const given = new Set([...uuidsIn(file), CONSTANT])
  for (const { response } of exchanges)
    for (const id of uuidsIn(`${JSON.stringify(response?.headers ?? {})}${response?.body ?? ''}`))
      given.add(id)
  const sent = new Set(
    exchanges
      .filter(({ kind }) => kind === 'contract')
      .flatMap(({ request: { url, headers, body = '' } }) =>
        uuidsIn(`${url} ${JSON.stringify(headers)} ${body}`),
      ),
  )
  const isMarked = (id: string) => id.slice(0, -2).endsWith(mark)
  return {
    own: [...sent].filter(isMarked).length,
    unmarked: [...sent].filter((id) => !isMarked(id) && !given.has(id)),
  }
}

const uuidsIn = (text: string): readonly string[] =>
  (text.match(UUID) ?? []).map((found) => found.toLowerCase())
