import type { Answer } from '../../fixtures/index.ts'

/** Tries one way of asking after the other, where the contract shows none; the first success, or the last answer. */
export async function firstToSucceed(ways: readonly (() => Promise<Answer>)[]): Promise<Answer> {
  let answer: Answer | undefined
  for (const ask of ways) {
    answer = await ask()
    if (answer.status >= 200 && answer.status < 300) return answer
  }
  if (!answer) throw new Error('no way of asking was given')
  return answer
}
