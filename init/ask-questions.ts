import { createInterface } from 'node:readline/promises'
import { AssayError, assayError } from '../errors/index.ts'
import { areaList } from './areas-entered.ts'
import { checked, type Entered, type Entries } from './entries.ts'

export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

interface Question {
  readonly key: keyof Entered
  readonly text: string
  /** Shown once, before the question. */
  readonly intro?: string
  readonly required: boolean
}

const QUESTIONS: readonly Question[] = [
  { key: 'name', text: 'Name of the deployment in reports: ', required: true },
  { key: 'baseUrl', text: 'Base address (https://host/path/2025-10-13): ', required: true },
  {
    key: 'statesUrl',
    text: 'Address of the provider states (https://host/_states; empty: none yet): ',
    required: false,
  },
  {
    key: 'areas',
    intro: `Areas of the contract:\n${areaList()}`,
    text: 'Areas it claims, as numbers, ranges or ids, such as 1, 4-6, cards (empty: all): ',
    required: false,
  },
]

/** Asks for missing values, each until it is valid. */
export async function askQuestions(given: Entries, { input, output }: Terminal): Promise<Entries> {
  const lines = createInterface({ input, output })
  // Keeps lines that arrive early, such as pasted ones.
  const responses = lines[Symbol.asyncIterator]()
  let closed = false
  lines.once('close', () => (closed = true))
  const ask = async (text: string): Promise<string> => {
    lines.setPrompt(text)
    if (!closed) lines.prompt()
    const { value, done } = await responses.next()
    if (done) throw assayError('init-input-ended')
    return value
  }
  try {
    let entries = given
    for (const question of QUESTIONS.filter(({ key }) => given[key] === undefined)) {
      entries = await askQuestion(question, entries, ask, output)
    }
    return entries
  } finally {
    lines.close()
  }
}

async function askQuestion(
  { key, text, intro, required }: Question,
  entries: Entries,
  ask: (text: string) => Promise<string>,
  output: NodeJS.WritableStream,
): Promise<Entries> {
  if (intro !== undefined) output.write(intro)
  for (;;) {
    const response = await ask(text)
    try {
      const { remarks, ...entry } = checked({ [key]: response })
      if (entry[key] === undefined && required) continue
      for (const remark of remarks) output.write(`${remark}\n`)
      return { ...entries, ...entry, remarks: entries.remarks }
    } catch (error) {
      if (!(error instanceof AssayError)) throw error
      output.write(`${error.message}\n`)
    }
  }
}
