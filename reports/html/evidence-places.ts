import { grouped } from '../../spec/grouped.ts'
import { deflateRawSync } from 'node:zlib'
import type { VNode } from 'preact'
import type { CheckResult, Exchange } from '../conformance.ts'
import { printable } from '../printable.ts'
import { count } from '../verdict-words.ts'
import { exchangeDetails, exchangeSummary } from './exchange-markup.ts'
import { html } from './html.ts'

/** Evidence of what did not pass is rendered ahead up to here, so that the report reads without script. */
const AHEAD_EXCHANGES = 200
const AHEAD_CHARACTERS = 2_000_000
/** What is opened together is deflated together: the more, the smaller, and the longer to open. */
export const PACKED_TOGETHER = 128
/** Ids named where evidence waits to be opened. */
const IDS_NAMED = 5

/** Where the evidence of checks goes: into the page at once, or into it as data that is rendered when it is opened. */
export interface EvidencePlaces {
  /** The evidence of a check, or the place where it will be rendered. */
  placeOf(check: Pick<CheckResult, 'verdict' | 'exchanges'>): VNode | undefined
  /** The exchanges that wait for being opened, each once, as script elements that hold data: packs by their index. */
  data(): string
}

/** Hands out evidence in the order in which it is asked for. */
export function evidencePlaces(exchanges: readonly Exchange[]): EvidencePlaces {
  const byId = new Map(exchanges.map((exchange, index) => [exchange.id, { exchange, index }]))
  const waiting = new Map<number, Exchange>()
  let aheadExchanges = 0
  let aheadCharacters = 0

  const renderedAhead = (exchange: Exchange, open: boolean): VNode => {
    const details = exchangeDetails(exchange)
    aheadExchanges += 1
    aheadCharacters += details.length
    return html`<details class="exchange" open=${open}>
      <summary dangerouslySetInnerHTML=${{ __html: exchangeSummary(exchange) }} />
      <div class="wire" dangerouslySetInnerHTML=${{ __html: details }} />
    </details>`
  }

  return {
    placeOf({ verdict, exchanges: ids }) {
      if (ids.length === 0) return undefined
      const found = ids.flatMap((id) => byId.get(id) ?? [])
      const missing = ids.length - found.length
      const lost =
        missing > 0 &&
        html`<p class="aside">${count(missing, 'exchange')} not in the recording of this run.</p>`
      if (found.length === 0) return html`<div class="evidence">${lost}</div>`
      const isRoom = aheadExchanges + found.length <= AHEAD_EXCHANGES && aheadCharacters < AHEAD_CHARACTERS
      if (verdict !== 'pass' && isRoom) {
        const last = found.findLast(({ exchange }) => exchange.kind === 'contract') ?? found.at(-1)
        return html`<div class="evidence">
          ${found.map((one) => renderedAhead(one.exchange, one === last))}${lost}
        </div>`
      }
      for (const { exchange, index } of found) waiting.set(index, exchange)
      const named = found.slice(0, IDS_NAMED).map(({ exchange }) => printable(exchange.id))
      return html`<div class="evidence">
        <div data-exchanges=${found.map(({ index }) => index).join(' ')}>
          <p class="aside">
            ${count(found.length, 'exchange')}: ${named.join(', ')}${found.length > IDS_NAMED && ', …'}
          </p>
        </div>
        ${lost}
      </div>`
    },
    data: () =>
      [...grouped(waiting, ([index]) => Math.floor(index / PACKED_TOGETHER))]
        .map(
          ([pack, exchangesOfPack]) =>
            `<script type="application/octet-stream" id="evidence-${pack}">${packed(Object.fromEntries(exchangesOfPack))}</script>`,
        )
        .join('\n'),
  }
}

/** JSON, deflated and in base64: nothing in it can end the element it stands in, and it is a tenth as long. */
const packed = (value: unknown): string => deflateRawSync(JSON.stringify(value)).toString('base64')
