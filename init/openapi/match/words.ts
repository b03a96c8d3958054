import { LONGEST_PHRASE, meaningOf, STOP_WORDS } from './vocabulary.ts'

/** Concepts and unknown words, each with its weight. */
export type Bag = ReadonlyMap<string, number>

/** The words of a name or a text, in lower case and in singular: `externalAccountIds` is `external`, `account`, `id`. */
export function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, 2_000)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word))
    .map(singular)
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|sms|kyc)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** `approved` and `approving` are tried as `approve` and `approv`. */
function stems(word: string): readonly string[] {
  const cut = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1]
  return cut === undefined ? [word] : [word, `${cut}e`, cut, cut.slice(0, -1)]
}

/** The concepts of a text. A word outside the vocabulary is its own concept, as `?word`. */
export function conceptsOf(text: string, weight = 1): Bag {
  const words = wordsOf(text).filter((word) => !STOP_WORDS.has(word))
  const bag = new Map<string, number>()
  const add = (concept: string, amount: number) =>
    bag.set(concept, Math.max(bag.get(concept) ?? 0, amount * weight))
  for (let at = 0; at < words.length;) {
    const { length, meaning } = longestPhrase(words, at)
    for (const [concept, amount] of meaning ?? []) add(concept, amount)
    const word = words[at]!
    if (meaning === undefined && word.length > 1) add(`?${word}`, 1)
    at += length
  }
  return bag
}

function longestPhrase(words: readonly string[], at: number) {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const before = words.slice(at, at + length - 1)
    for (const last of stems(words[at + length - 1]!)) {
      const meaning = meaningOf([...before, last].join(' '))
      if (meaning) return { length, meaning }
    }
  }
  return { length: 1, meaning: undefined }
}

/** Merges bags: each concept with its greatest weight. */
export function mergedWords(bags: Iterable<Bag>): Bag {
  const all = new Map<string, number>()
  for (const bag of bags) {
    for (const [concept, weight] of bag) all.set(concept, Math.max(all.get(concept) ?? 0, weight))
  }
  return all
}
