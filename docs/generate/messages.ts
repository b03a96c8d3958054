/** The messages that are written beside their cause in the sources. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface Message {
  /** From the root. */
  readonly file: string
  /** The finding; ‹…› replaces an expression. */
  readonly found: string
  /** The next step; empty: the text is part of another message, or a violation of the contract. */
  readonly next: string
  /** A note, or a part of other texts: it may begin and end in any way. */
  readonly isNote?: boolean
}

const PRODUCT =
  '{spec/response-rules,spec/invariants,spec/generate,spec/versions,selftest/run,selftest/judging,fixtures,suites,exploration,runner,cli,doctor,reports,traffic,certificates,registry,second-opinions,init}/**/*.{ts,mjs}'
/**
 * Here every text is listed. `suites` also have titles of checks and words of expectations, and `init/openapi/match/`
 * words of documents, which are no messages.
 */
const LISTED_WHOLLY =
  /^(?!suites\/|spec\/response-rules\/|init\/openapi\/match\/|.*-schema\.ts$|.*\.bundle\.js$)/
/** Thrown with (fixIn, found, next), and with (found, next). */
const BLOCKED = 'Blocked'
const OUT_OF_TIME = 'OutOfTime'
/** Thrown with a text that becomes part of a message. */
const THROWN: ReadonlySet<string> = new Set([
  'TransportError',
  'ConnectionDropped',
  'StateMissing',
  'ToolFailed',
  'NotWritable',
  'UnsoundRequest',
  'Violation',
])
/** Keys beside the text of a violation, or of a problem that other messages list. */
const SUBJECT = ['at', 'name', 'place', 'requirement']
/** Before the next step in a text of several lines. */
const ARROW = '\n  → '
const FOUND = ['reason', 'found', 'detail', 'problem', 'title', 'message']
const NEXT = ['next', 'fix', 'remedy']

/** A node of the syntax tree (ESTree). */
interface Node {
  readonly type: string
  readonly range: readonly [number, number]
  readonly [key: string]: unknown
}

/** A file, and the texts of its constants by name. */
interface Source {
  readonly text: string
  readonly constants: ReadonlyMap<string, string>
}

/** In the order of the files. Messages that only pass texts on are left away. */
export const messagesIn = (root: string): readonly Message[] =>
  globSync(PRODUCT, { cwd: root })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const nodes = nodesOf(parseSync(file, text, { range: true }).program)
      const source = { text, constants: constantsIn(nodes) }
      const messages = nodes.flatMap((node) => [
        ...blockedBy(node, source),
        ...describedBy(node, source),
        ...thrownBy(node, source),
        ...writtenBy(node, source),
      ])
      const others = LISTED_WHOLLY.test(file) ? otherTexts(nodes, source, messages) : []
      return [...messages, ...others].map((message) => ({ file, ...message }))
    })
    .filter(({ found, next }) => /[a-z]/.test(withoutExpressions(found + next)))
    .filter((message, index, all) => index === all.findIndex((other) => isSame(message, other)))

/** A text without what an expression puts into it. */
export const withoutExpressions = (text: string): string => text.replaceAll(/‹[^›]*›/g, '')

const isSame = (one: Message, other: Message) =>
  one.file === other.file && one.found === other.found && one.next === other.next

type Texts = Omit<Message, 'file'>

function blockedBy(node: Node, source: Source): readonly Texts[] {
  const { name } = (node.callee ?? {}) as { readonly name?: string }
  if (node.type !== 'NewExpression' || (name !== BLOCKED && name !== OUT_OF_TIME)) return []
  const [found, next] = (node.arguments as readonly Node[]).slice(name === BLOCKED ? 1 : 0)
  return [{ found: textOf(found, source), next: textOf(next, source) }]
}

function describedBy(node: Node, source: Source): readonly Texts[] {
  if (node.type !== 'ObjectExpression') return []
  const members = new Map(
    (node.properties as readonly Node[]).flatMap((property) => {
      const name = (property.key as { name?: string } | undefined)?.name
      return property.type === 'Property' && name !== undefined ? [[name, property.value as Node]] : []
    }),
  )
  const found = FOUND.map((name) => members.get(name)).find((value) => value !== undefined)
  const next = NEXT.map((name) => members.get(name)).find((value) => value !== undefined)
  if (found && next) return [{ found: textOf(found, source), next: textOf(next, source) }]
  const isListed = found !== undefined && SUBJECT.some((name) => members.has(name)) && isText(found)
  return isListed ? [{ found: textOf(found, source), next: '' }] : []
}

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && /\w \w/.test(String(node.value)))

function thrownBy(node: Node, source: Source): readonly Texts[] {
  if (node.type !== 'NewExpression' || !THROWN.has((node.callee as { name?: string }).name ?? '')) return []
  const [found, next] = (node.arguments as readonly Node[]).filter(isText)
  return found ? [{ found: textOf(found, source), next: textOf(next, source) }] : []
}

/** A text with an arrow before its next step, and lines of which one begins with the arrow. */
function writtenBy(node: Node, source: Source): readonly Texts[] {
  const lines = node.type === 'ArrayExpression' ? (node.elements as readonly Node[]) : [node]
  if (!lines.every((line) => ['TemplateLiteral', 'Literal'].includes(line.type))) return []
  const [found = '', next] = lines
    .map((line) => textOf(line, source))
    .join('\n')
    .split(ARROW)
  return next === undefined ? [] : [{ found: found.trim(), next: next.trim() }]
}

/** Three words in a row, values included, which no identifier and no option has. */
const SENTENCE = /\p{L}[\p{L}'’-]* \p{L}[\p{L}'’-]* \p{L}/u
const isSentence = (text: string) =>
  SENTENCE.test(text.replaceAll(/‹[^›]*›/g, 'value')) &&
  (withoutExpressions(text).match(/\p{L}{3,}/gu)?.length ?? 0) >= 2
/** Markup, styles and patterns. */
const CODE =
  /<\/|\{ ?--|[{;]\s*\n|\(\?[:!<=]|\{ (?:[a-z-]+: [^{}]*;|(?:color|display|font|margin|overflow|text|white)[a-z-]*:)|^@media/

/** Keys of a request: a literal below them is sent to the deployment. */
const SENT: ReadonlySet<string> = new Set(['fields', 'headers', 'bodyWith'])
const valuesSent = (node: Node): readonly Node[] =>
  node.type === 'Property' && SENT.has((node.key as { name?: string }).name ?? '') ? nodesOf(node.value) : []

/** Notes, progress, help, headings and parts of sentences: all texts that no other message has. */
function otherTexts(nodes: readonly Node[], source: Source, messages: readonly Texts[]): readonly Texts[] {
  const known = messages.map(({ found, next }) => `${found}\n${next}`).join('\n')
  const code = new Set(
    nodes.flatMap((node) => (node.type === 'TaggedTemplateExpression' ? [node.quasi as Node] : [])),
  )
  const sent = new Set(nodes.flatMap(valuesSent))
  const plain = nodes
    .filter(
      (node) => ['Literal', 'TemplateLiteral'].includes(node.type) && !code.has(node) && !sent.has(node),
    )
    .map((node) => textOf(node, source).trim())
    .filter((text) => !CODE.test(text))
  return [...plain, ...[...code].flatMap((node) => textsInMarkup(textOf(node, source)))]
    .filter((text) => isSentence(text) && !known.includes(text))
    .map((found) => ({ found, next: '', isNote: true }))
}

/** What a reader of a page sees or hears: the text between tags, and labels. Small marks are part of the sentence. */
function textsInMarkup(markup: string): readonly string[] {
  const labels = [...markup.matchAll(/(?:aria-label|placeholder|title)="([^"]*)"/g)].map(
    ([, label = '']) => label,
  )
  const texts = markup
    .replaceAll(/<\/?(?:a|code|strong|em|span|time)\b[^>]*>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return [...texts, ...labels]
}

function textOf(node: Node | undefined, source: Source): string {
  if (node === undefined) return ''
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') {
    const expressions = node.expressions as readonly Node[]
    return (node.quasis as readonly { value: { cooked: string } }[])
      .map(({ value }, index) => value.cooked + expressionText(expressions[index], source))
      .join('')
  }
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].map((branch) => textOf(branch as Node, source)).join(' | ')
  return expressionText(node, source)
}

/** A name as it is, and the texts of a constant or a condition; a longer expression would hide the text. */
function expressionText(node: Node | undefined, source: Source): string {
  if (node === undefined) return ''
  const text = source.text.slice(...node.range)
  const constant = source.constants.get(text)
  if (constant !== undefined) return constant
  const branches =
    node.type === 'ConditionalExpression' ? [node.consequent as Node, node.alternate as Node] : []
  if (branches.length > 0 && branches.every(isLiteralText))
    return `[${branches
      .map((branch) => textOf(branch, source))
      .filter((branch) => branch !== '')
      .join(' | ')}]`
  return /^[\w.]{1,40}$/.test(text) ? `‹${text}›` : '‹…›'
}

const isLiteralText = ({ type, value }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

/** Texts of constants in capitals. */
const constantsIn = (nodes: readonly Node[]): Source['constants'] =>
  new Map(
    nodes.flatMap(({ type, id, init }) => {
      const name = (id as { readonly name?: string } | null)?.name ?? ''
      const value = (init as Node | null)?.value
      return type === 'VariableDeclarator' && /^[A-Z_]+$/.test(name) && typeof value === 'string'
        ? [[name, value] as const]
        : []
    }),
  )

function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, child]) =>
    ['loc', 'range', 'tokens', 'comments'].includes(key) ? [] : nodesOf(child),
  )
  return typeof (value as Partial<Node>).type === 'string' ? [value as Node, ...inner] : inner
}
