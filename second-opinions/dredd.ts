/** Dredd as a judge of recorded responses: it sends the transactions of the document to the replayer. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { documentedAnswers, openApiDocument } from './documented-answers.ts'
import { outlineOf } from './outline.ts'
import { startReplayer, WANTED } from './replayer.ts'
import { installedVersion, startTool } from './tool-process.ts'
import { ToolFailed, type Question, type Said, type Tool } from './tool.ts'

const PACKAGE = 'dredd'
const HOOKS = fileURLToPath(new URL('./dredd-hooks.cjs', import.meta.url))
/** Time limit of the whole run. */
const WALK_MS = 240_000

export const dredd: Tool = {
  name: 'dredd',
  version: installedVersion(PACKAGE),
  limitPerStatus: 5,
  ask,
}

async function ask(questions: readonly Question[]): Promise<ReadonlyMap<string, Said>> {
  const replayer = await startReplayer(questions)
  const folder = await mkdtemp(join(tmpdir(), 'assay-dredd-'))
  try {
    const plan = join(folder, 'plan.json')
    const saidFile = join(folder, 'said.jsonl')
    const outline = join(folder, 'openapi.json')
    await writeFile(outline, JSON.stringify(outlineOf(documentedAnswers)))
    await writeFile(plan, JSON.stringify({ header: WANTED, walks: walksOf(questions) }))
    const walk = startTool(
      PACKAGE,
      'dredd',
      [outline, replayer.url, '--hookfiles', HOOKS, '--loglevel', 'error'],
      { cwd: folder, variables: { ASSAY_DREDD_PLAN: plan, ASSAY_DREDD_SAID: saidFile } },
    )
    await Promise.race([walk.ended, sleep(WALK_MS, undefined, { ref: false })])
    await walk.stop()
    if (!existsSync(saidFile))
      throw new ToolFailed(`Dredd sent no request: ${walk.lastWords() || 'no output'}`)
    return saidIn(await readFile(saidFile, 'utf8'))
  } finally {
    await replayer.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** For each operation its transactions in the order of the document, each with the bodies to judge. */
function walksOf(questions: readonly Question[]) {
  const walks: Record<string, { status: number; schema: string; keys: readonly string[] }[]> = {}
  for (const documented of documentedAnswers) {
    const { method, path, status, schema = {} } = documented
    const keys = questions.filter((question) => question.documented === documented).map(({ key }) => key)
    ;(walks[`${method} ${path}`] ??= []).push({ status, schema: standingAlone(schema), keys })
  }
  return walks
}

/**
 * A schema with all schemas that it refers to, in the dialect of Dredd's validator, which reads all of it for each
 * response.
 */
const standingAlone = (schema: object): string =>
  JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    allOf: [schema],
    components: { schemas: referredFrom(schema) },
  })

const { schemas } = openApiDocument.components
const REFERENCE = /"#\/components\/schemas\/([^"/]+)/g

/** The schemas of the document that a schema refers to, and those that they refer to. */
function referredFrom(schema: object): Readonly<Record<string, unknown>> {
  const found = new Map<string, unknown>()
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    for (const [, name = ''] of JSON.stringify(pending.pop()).matchAll(REFERENCE)) {
      const component = schemas[name]
      if (component === undefined || found.has(name)) continue
      found.set(name, component)
      pending.push(component)
    }
  }
  return Object.fromEntries(found)
}

interface Line {
  readonly key: string
  readonly valid: boolean
  readonly message: string
  readonly pointer: string
}

/** The last line may be incomplete if Dredd was stopped. */
function saidIn(text: string): ReadonlyMap<string, Said> {
  const whole = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
  return new Map(
    whole.map((line) => {
      const { key, valid, message, pointer } = JSON.parse(line) as Line
      return [key, valid ? { valid, where: '', message: '' } : { valid, where: pointer || '/', message }]
    }),
  )
}
