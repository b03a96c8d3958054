/** Create a transfer quote as an agent (contract: Endpoints 3, request header): which identifiers are different. */
import { check, expect, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { createdQuote, quoteIds } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'
import { requireHonouredIdentifiers } from './replayable-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

/** Another digit at this place of a UUID; its version and variant stay as they are. */
const changedAt = (uuid: string, place: number) => {
  const digit = (Number.parseInt(uuid[place]!, 16) + 1) % 16
  return `${uuid.slice(0, place)}${digit.toString(16)}${uuid.slice(place + 1)}`
}

const places = [
  { of: 'the first', place: 0 },
  { of: 'a middle', place: 16 },
  { of: 'the last', place: 35 },
]

for (const { of, place } of places) {
  check('QUO-32', `identifiers that differ in ${of} character get two quotes`, async (context) => {
    await requireHonouredIdentifiers(context)
    const { create, uuid } = await sendRequestsByOneAgent(context)
    const first = createdQuote(await create(uuid))

    const other = createdQuote(await create(changedAt(uuid, place)))

    expect(other.id).not.toBe(first.id)
  })
}

const pairs: readonly {
  readonly title: string
  readonly of: (uuid: string) => readonly [string, string]
}[] = [
  { title: 'in case', of: (uuid) => [`Order-a-${uuid}`, `Order-A-${uuid}`] },
  { title: 'in length, by one character', of: (uuid) => [`${uuid}-1`, `${uuid}-11`] },
  { title: 'in the last of 255 characters', of: (uuid) => [`${long(uuid)}1`, `${long(uuid)}2`] },
  { title: 'in length, 254 and 255 characters', of: (uuid) => [long(uuid), `${long(uuid)}1`] },
]

const long = (uuid: string) => uuid.padEnd(254, 'x')

for (const { title, of } of pairs) {
  check('QUO-33', `identifiers that are not UUIDs and differ ${title} get two quotes`, async (context) => {
    const { create, uuid } = await sendRequestsByOneAgent(context)
    createdQuote(await create(uuid))
    const [one, two] = of(uuid)

    const [first, other] = [await create(one), await create(two)]

    expect(first).toHaveStatus(...ACCEPTED_OR_REJECTED)
    expect(other).toHaveStatus(...ACCEPTED_OR_REJECTED)
    expect(quoteIds([first, other])).toHaveLength([first, other].filter(isQuote).length)
  })
}

const isQuote = ({ status, body }: { readonly status: number; readonly body: unknown }) =>
  status < 300 && valueAt(body, 'id') !== undefined

async function sendRequestsByOneAgent({ arrange, agent, random }: CheckContext) {
  const holder = await arrange('agent', {})
  const uuid = random.uuid()
  const create = (identifier: string) =>
    agent(holder.accessToken).createQuote(quoteRequest(holder), identifier)
  return { create, uuid }
}
