/** Parameters of provider states, read as they come over the wire. */

/** The state is known, but not with these parameters: responds with 422. */
export class Unsupported extends Error {}

export type Params = Readonly<Record<string, unknown>>

export function text(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') throw new Unsupported(`${name} is a required string.`)
  return value
}

export function optionalText(params: Params, name: string): string | undefined {
  return params[name] === undefined ? undefined : text(params, name)
}

export function oneOf<const Value extends string>(
  params: Params,
  name: string,
  values: readonly Value[],
): Value {
  const value = values.find((known) => known === params[name])
  if (value === undefined) throw new Unsupported(`${name} is one of ${values.join(', ')}.`)
  return value
}

export function optionalSeconds(params: Params, name: string): number | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value > 0)) throw new Unsupported(`${name} is a number above zero.`)
  return value
}

export function optionalAmount(params: Params, name: string): bigint | undefined {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new Unsupported(`${name} is an integer of zero or more.`)
  }
  return BigInt(value)
}

/** The resource that a parameter names. */
export function named<Resource>(
  resources: ReadonlyMap<string, Resource>,
  params: Params,
  name: string,
): Resource {
  const resource = resources.get(text(params, name))
  if (resource === undefined) throw new Unsupported(`${name} names nothing here.`)
  return resource
}
