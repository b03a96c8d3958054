import { graphlib, layout } from '@dagrejs/dagre'
import { curveBasis, line } from 'd3-shape'
import type { VNode } from 'preact'
import type { StateTableCoverage } from '../conformance.ts'
import { count } from '../verdict-words.ts'
import { html } from './html.ts'

interface Point {
  readonly x: number
  readonly y: number
}

const HEIGHT = 30
const CHARACTER = 6.7
const CREATION = '(created)'
const ANY = '*'
/** A wider drawing has another one, from top to bottom, for the screen of a phone. */
const PHONE = 320
/** Minimum width of a drawing in pixels; on a narrower screen it scrolls. */
const LEGIBLE = { LR: 500, TB: PHONE }
const SPACES = {
  LR: { nodesep: 14, ranksep: 46, edgesep: 10, marginx: 8, marginy: 12 },
  TB: { nodesep: 10, ranksep: 26, edgesep: 8, marginx: 4, marginy: 8 },
}
const NAMES: Readonly<Record<string, string>> = { [CREATION]: '', [ANY]: 'any state' }

const path = line<Point>(
  ({ x }) => x,
  ({ y }) => y,
)
  .curve(curveBasis)
  .digits(1)

/**
 * A drawing of a state table: seen states are filled, seen transitions are heavy, unseen rows of the contract are
 * dashed.
 */
export function stateDiagram(table: StateTableCoverage): VNode {
  const wide = drawing(table, 'LR')
  return wide.width <= PHONE ? wide.svg : html`${wide.svg} ${drawing(table, 'TB').svg}`
}

interface Drawing {
  readonly width: number
  readonly svg: VNode
}

type Edge = readonly [from: string, to: string]

interface Layout {
  readonly width: number
  readonly height: number
  readonly placeOf: (node: string) => Point & { readonly width: number }
  readonly pointsOf: (...edge: Edge) => readonly Point[]
}

const layouts = new Map<string, Layout>()

/** Calculated once: the tables of the contract are the same in each report of a process. */
function layoutOf(...parts: Parameters<typeof calculatedLayout>): Layout {
  const key = JSON.stringify(parts)
  const known = layouts.get(key) ?? calculatedLayout(...parts)
  layouts.set(key, known)
  return known
}

function calculatedLayout(nodes: readonly string[], edges: readonly Edge[], rankdir: 'LR' | 'TB'): Layout {
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir, ...SPACES[rankdir] })
  for (const node of nodes) {
    const label = NAMES[node] ?? node
    graph.setNode(node, {
      width: node === CREATION ? 14 : label.length * CHARACTER + 22,
      height: node === CREATION ? 14 : HEIGHT,
    })
  }
  for (const [from, to] of edges) graph.setEdge(from, to, {})
  // Without transitions they would be one wide row.
  const alone = rankdir === 'TB' ? nodes.filter((node) => graph.nodeEdges(node)?.length === 0) : []
  for (const [index, node] of alone.slice(1).entries()) graph.setEdge(alone[index]!, node, {})
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number }
  return {
    width,
    height,
    placeOf: (node) => graph.node(node) as ReturnType<Layout['placeOf']>,
    pointsOf: (from, to) => (graph.edge(from, to) as { readonly points: readonly Point[] }).points,
  }
}

function drawing({ name, states, transitions }: StateTableCoverage, rankdir: 'LR' | 'TB'): Drawing {
  const named = transitions.flatMap(({ from, to }) => [from ?? CREATION, to])
  const seen = new Map(states.map(({ state, seen: times }) => [state, times]))
  const nodes = [...new Set([...named, ...seen.keys()])]
  const drawn = transitions.filter(({ from, to }) => from !== to)
  const { width, height, placeOf, pointsOf } = layoutOf(
    nodes,
    drawn.map(({ from, to }) => [from ?? CREATION, to]),
    rankdir,
  )
  const own = transitions.filter(({ from, to }) => from === to)

  const svg = html`<svg
    class=${`diagram ${rankdir === 'TB' ? 'tall' : width > PHONE ? 'wide' : ''}`}
    viewBox=${`0 0 ${Math.ceil(width)} ${Math.ceil(height)}`}
    width=${Math.ceil(width)}
    style=${`min-width:${Math.min(Math.ceil(width), LEGIBLE[rankdir])}px`}
    role="img"
    aria-label=${`${name}: ${count(transitions.filter(({ seen: times }) => times > 0).length, 'move')} seen of ${transitions.length}; the table below lists them`}
  >
    ${drawn.map((move) => {
      const points = pointsOf(move.from ?? CREATION, move.to)
      return arrow(path(points) ?? '', points.at(-2), points.at(-1), move)
    })}
    ${own.map((move) => {
      const { x, y, width: wide } = placeOf(move.to)
      const top = y - HEIGHT / 2
      const right = x + wide / 2
      const loop = `M${right - 26},${top}C${right - 26},${top - 12} ${right - 8},${top - 12} ${right - 8},${top}`
      return arrow(loop, { x: right - 8, y: top - 8 }, { x: right - 8, y: top }, move)
    })}
    ${nodes.map((node) => {
      const { x, y, width: wide } = placeOf(node)
      if (node === CREATION) return html`<circle class="created" cx=${x} cy=${y} r="6" />`
      const kind = node === ANY ? 'any' : (seen.get(node) ?? 0) > 0 ? 'seen' : 'unseen'
      return html`<g class=${`state ${kind}`}>
        <rect x=${x - wide / 2} y=${y - HEIGHT / 2} width=${wide} height=${HEIGHT} rx="6" />
        <text x=${x} y=${y + 4} text-anchor="middle">${NAMES[node] ?? node}</text>
      </g>`
    })}
  </svg>`
  return { width, svg }
}

type Move = StateTableCoverage['transitions'][number]

/** A curve with a separate arrow head, so the drawings of a page share no ids. */
function arrow(
  curve: string,
  before: Point | undefined,
  tip: Point | undefined,
  { listed, seen }: Move,
): VNode {
  const kind = `move ${seen > 0 ? 'seen' : 'unseen'}${listed ? '' : ' other'}`
  if (!before || !tip) return html`<path class=${kind} d=${curve} />`
  const angle = (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI
  return html`<g class=${kind}>
    <path d=${curve} />
    <path
      class="head"
      d="M0,0l-8,-4v8z"
      transform=${`translate(${tip.x.toFixed(1)} ${tip.y.toFixed(1)}) rotate(${angle.toFixed(0)})`}
    />
  </g>`
}
