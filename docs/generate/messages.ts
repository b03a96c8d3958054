/** The messages that are written beside their cause in the sources: why something is blocked or stopped, and what to do. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsers } from 'prettier/plugins/typescript'

export interface Message {
  /** From the root. */
  readonly file: string
  /** What was found; ‹…› stands for an expression. */
  readonly found: string
  /** What to do. */
  readonly next: string
}

const PRODUCT =
  '{fixtures,suites,exploration,runner,cli,doctor,reports,traffic,certificates,second-opinions,init}/**/*.ts'
/** Thrown with (fixIn, found, next). */
const BLOCKED = 'Blocked'
const FOUND = ['reason', 'found', 'detail', 'problem', 'title', 'message']
const NEXT = ['next', 'fix', 'remedy']

/** A node of the syntax tree (ESTree). */
interface Node {
  readonly type: string
  readonly range: readonly [number, number]
  readonly [key: string]: unknown
}

/** In the order of the files. Messages that only pass texts on are left away. */
export const messagesIn = (root: string): readonly Message[] =>
  globSync(PRODUCT, { cwd: root })
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      if (!/new Blocked\(|\b(?:next|fix|remedy):/.test(source)) return []
      return nodesOf(parsers.typescript.parse(source, { filepath: file } as never) as Node)
        .flatMap((node) => [...blockedBy(node, source), ...describedBy(node, source)])
        .map((message) => ({ file, ...message }))
    })
    .filter(({ found, next }) => /[a-z]/.test(withoutExpressions(found + next)))

/** A text without what an expression puts into it. */
export const withoutExpressions = (text: string): string => text.replaceAll(/‹[^›]*›/g, '')

type Texts = Omit<Message, 'file'>

function blockedBy(node: Node, source: string): readonly Texts[] {
  if (node.type !== 'NewExpression' || (node.callee as { name?: string }).name !== BLOCKED) return []
  const [, found, next] = node.arguments as readonly Node[]
  return [{ found: textOf(found, source), next: textOf(next, source) }]
}

function describedBy(node: Node, source: string): readonly Texts[] {
  if (node.type !== 'ObjectExpression') return []
  const members = new Map(
    (node.properties as readonly Node[]).flatMap((property) => {
      const name = (property.key as { name?: string } | undefined)?.name
      return property.type === 'Property' && name !== undefined ? [[name, property.value as Node]] : []
    }),
  )
  const found = FOUND.map((name) => members.get(name)).find((value) => value !== undefined)
  const next = NEXT.map((name) => members.get(name)).find((value) => value !== undefined)
  return found && next ? [{ found: textOf(found, source), next: textOf(next, source) }] : []
}

function textOf(node: Node | undefined, source: string): string {
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

/** A name as it is; a longer expression would hide the text. */
function expressionText(node: Node | undefined, source: string): string {
  if (node === undefined) return ''
  const text = source.slice(...node.range)
  return /^[\w.]{1,40}$/.test(text) ? `‹${text}›` : '‹…›'
}

function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, child]) =>
    ['loc', 'range', 'tokens', 'comments'].includes(key) ? [] : nodesOf(child),
  )
  return typeof (value as Partial<Node>).type === 'string' ? [value as Node, ...inner] : inner
}
