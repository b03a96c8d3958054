/** The packed data of the page, unpacked at first use. */
import type { PackedExchange, WaitingLine } from '../evidence.ts'
import type { ShownExchange } from '../exchange-markup.ts'
import { bytesOf } from '../packed-text.ts'

/** The exchanges of the page, by their places in its data. */
export interface PackedExchanges {
  /** All lines; empty in a browser that cannot inflate. */
  lines(): Promise<readonly WaitingLine[]>
  /** undefined: only `exchanges.jsonl` has it. */
  at(index: number): Promise<ShownExchange | undefined>
}

/** The value of a packed script element; undefined: the browser cannot inflate, and shows only the page. */
export async function unpackValue<Value>(id: string): Promise<Value | undefined> {
  const text = document.getElementById(id)?.textContent
  if (!text || !('DecompressionStream' in globalThis)) return undefined
  const inflated = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return (await new Response(inflated).json()) as Value
}

export function openExchanges(): PackedExchanges {
  const packs = new Map<number, Promise<Readonly<Record<string, PackedExchange>> | undefined>>()
  let all: Promise<readonly WaitingLine[]> | undefined
  const lines = () =>
    (all ??= unpackValue<readonly WaitingLine[]>('exchange-lines').then((some) => some ?? []))
  return {
    lines,
    async at(index) {
      const line = (await lines())[index]
      if (line?.pack === undefined) return undefined
      const pack = packs.get(line.pack) ?? unpackValue(`exchanges-${line.pack}`)
      packs.set(line.pack, pack)
      const kept = (await pack)?.[index]
      return kept && wholeExchange(line, kept)
    },
  }
}

/** An exchange from its line and its pack. */
export function wholeExchange(line: WaitingLine, kept: PackedExchange): ShownExchange {
  const { method, url, headers, body, ...rest } = kept
  return {
    id: line.id,
    check: '',
    kind: line.to === 'states' ? 'state' : 'contract',
    durationMs: line.ms,
    request: { method, url, headers, ...(body === undefined ? {} : { body }) },
    findings: [],
    ...(line.agent !== undefined && { agent: line.agent }),
    ...rest,
  }
}
