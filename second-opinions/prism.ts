/** Prism as a judge of recorded responses: its proxy in front of the replayer reports violations in a header. */
import { Agent, request as send, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { documentFile } from './documented-answers.ts'
import { startReplayer, WANTED } from './replayer.ts'
import { freePort, installedVersion, startTool, type ToolProcess } from './tool-process.ts'
import { ToolFailed, type Question, type Said, type Tool } from './tool.ts'

export const PRISM = '@stoplight/prism-cli'
const START_MS = 120_000
/** A machine that does much else makes Prism slow, and what does not arrive in time has no opinion. */
const ANSWER_MS = 30_000
const AT_ONCE = 8

export const prism: Tool = {
  name: 'prism',
  version: installedVersion(PRISM),
  limitPerStatus: 500,
  ask,
}

async function ask(questions: readonly Question[]): Promise<ReadonlyMap<string, Said>> {
  const replayer = await startReplayer(questions)
  const port = await freePort()
  const command = `proxy ${documentFile} ${replayer.url} --port ${port} --host 127.0.0.1 --validate-request false -v silent`
  const proxy = startTool(PRISM, 'prism', command.split(' '))
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const said = new Map<string, Said>()
  try {
    await untilListening(proxy, port)
    const waiting = [...questions]
    const askOneByOne = async () => {
      for (let question = waiting.shift(); question; question = waiting.shift()) {
        const response = await answerTo(question, port, agent)
        if (response) said.set(question.key, response)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne))
    return said
  } finally {
    agent.destroy()
    await proxy.stop()
    await replayer.close()
  }
}

/** @throws ToolFailed when Prism does not listen within its time */
export async function untilListening(process: ToolProcess, port: number): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end && process.isRunning(); await sleep(50)) {
    if (await isListening(port)) return
  }
  throw new ToolFailed(`Prism did not start: ${process.lastWords() || 'no output'}`)
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    }).once('error', () => done(false))
  })

/** Prism's result for one response; undefined when it has none. */
async function answerTo(
  { key, documented }: Question,
  port: number,
  agent: Agent,
): Promise<Said | undefined> {
  const { method, path } = documented
  const incoming = await exchanged(
    port,
    path.replaceAll(/\{[^}]*\}/g, 'any'),
    method,
    { [WANTED]: key },
    agent,
  )
  // Responses of Prism itself, such as for a violation that does not fit into a header, do not come from the replayer.
  if (incoming?.headers[WANTED] !== key) return undefined
  const header = incoming.headers['sl-violations']
  return violationsOf(typeof header === 'string' ? header : '')
}

interface Violation {
  readonly location: readonly (string | number)[]
  readonly severity: string
  readonly message: string
}

const TOO_MANY = 'Too many violations! '

/** The violations of the response in the header; those of the request do not matter here. */
export function violationsOf(header: string): Said {
  if (header === '') return { valid: true, where: '', message: '' }
  if (header.startsWith(TOO_MANY)) {
    const message = /"location":\["response".*?"message":"((?:[^"\\]|\\.)*)"/.exec(header)?.[1]
    return { valid: false, where: '', message: message ?? TOO_MANY.trim() }
  }
  const violations = JSON.parse(header) as readonly Violation[]
  const first = violations.find(
    ({ location, severity }) => location[0] === 'response' && severity === 'Error',
  )
  if (!first) return { valid: true, where: '', message: '' }
  const place = first.location.slice(first.location[1] === 'body' ? 2 : 1)
  return { valid: false, where: place.map((key) => `/${key}`).join('') || '/', message: first.message }
}

/** A request without content and its complete response; undefined when none arrives in time. */
function exchanged(
  port: number,
  path: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
): Promise<IncomingMessage | undefined> {
  return new Promise((done) => {
    const options = { host: '127.0.0.1', port, path, method, headers, agent, timeout: ANSWER_MS }
    const outgoing = send(options, (incoming) => {
      incoming.resume()
      incoming.once('end', () => done(incoming))
      incoming.once('error', () => done(undefined))
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('no response in time')))
    outgoing.once('error', () => done(undefined))
    outgoing.end()
  })
}
