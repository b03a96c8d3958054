/** Exchanges as a run records them, made from the examples of the OpenAPI document. */
import { documentedAnswers, type DocumentedAnswer } from '../../second-opinions/documented-answers.ts'
import type { Exchange } from '../../reports/conformance.ts'
import { findingsOf, type OperationName } from '../../spec/index.ts'

/** Documented responses whose body has a schema. */
export const described: readonly DocumentedAnswer[] = documentedAnswers.filter(({ schema }) => schema)

/** An exchange with such a body, judged by Assay as the exchange client does. */
export function recorded(
  { operation, status, method }: DocumentedAnswer,
  json: unknown,
  more: Partial<Exchange> = {},
): Exchange {
  const body = JSON.stringify(json)
  const { findings } = findingsOf(operation as OperationName, {
    status,
    contentType: 'application/json',
    body: { json },
  })
  return {
    id: `${operation} ${status}`,
    check: 'made from the document',
    kind: 'contract',
    operation,
    at: '2025-10-13T12:00:00.000Z',
    durationMs: 1,
    // The addresses of the deployment's operations do not matter.
    request: { method, url: 'https://elsewhere.example/v9/2025-10-13/somewhere', headers: {} },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      body,
      bytes: body.length,
      truncated: false,
    },
    findings,
    ...more,
  }
}

const WRONG = [null, 'nonsense', 1.5, {}]

/** Ways in which a body can be another: every value left out, and every value replaced by a few others. */
export function altered(body: unknown): readonly { readonly how: string; readonly json: unknown }[] {
  const another = [[], 'text'].map((json) => ({ how: `is ${JSON.stringify(json)}`, json }))
  const within = placesIn(body, []).flatMap((place) => {
    const at = `/${place.join('/')}`
    return [
      {
        how: `without ${at}`,
        json: changed(body, place, (parent, key) => Reflect.deleteProperty(parent, key)),
      },
      ...WRONG.map((value) => ({
        how: `${at} is ${JSON.stringify(value)}`,
        json: changed(body, place, (parent, key) => Reflect.set(parent, key, value)),
      })),
    ]
  })
  return [...another, ...within]
}

function placesIn(value: unknown, at: readonly string[]): readonly (readonly string[])[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, child]) => placesIn(child, [...at, key]))
      : []
  return at.length === 0 ? inside : [at, ...inside]
}

function changed(body: unknown, place: readonly string[], change: (parent: object, key: string) => unknown) {
  const copy: unknown = structuredClone(body)
  const parent = place.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(value as object, key), copy)
  change(parent as object, place.at(-1)!)
  // A place taken out of an array leaves a hole, which JSON writes as null.
  return JSON.parse(JSON.stringify(copy)) as unknown
}
