/** Builds a JSON Schema together with the type of its values: one definition for editors, for Ajv and for TypeScript. */

declare const valueType: unique symbol

/** A JSON Schema, as far as the schemas of Assay need it. */
export interface Schema<Value = unknown> {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  /** Only in the type: what the schema allows. */
  readonly [valueType]?: Value
}

/** The type of the values that a schema allows. */
export type TypeOf<Of extends Schema> = Of extends Schema<infer Value> ? Value : never

type Shape = Readonly<Record<string, Schema>>
type Flat<Members> = { [Key in keyof Members]: Members[Key] }
type ObjectSchema<Required extends Shape, Optional extends Shape> = Schema<
  Flat<
    { readonly [Name in keyof Required]: TypeOf<Required[Name]> } & {
      readonly [Name in keyof Optional]?: TypeOf<Optional[Name]>
    }
  >
> & { readonly properties: Required & Optional }

/** Other keywords, such as `description` or `minimum`. */
type Keywords = Readonly<Record<string, unknown>>

export const text = (keywords?: Keywords): Schema<string> => ({ type: 'string', ...keywords })
export const integer = (keywords?: Keywords): Schema<number> => ({ type: 'integer', ...keywords })
export const number = (keywords?: Keywords): Schema<number> => ({ type: 'number', ...keywords })
export const flag = (keywords?: Keywords): Schema<boolean> => ({ type: 'boolean', ...keywords })

export const constant = <const Value>(value: Value): Schema<Value> => ({ const: value }) as Schema<Value>

export const oneOf = <const Value>(values: readonly Value[], keywords?: Keywords): Schema<Value> => ({
  enum: values,
  ...keywords,
})

export const list = <Item>(items: Schema<Item>, keywords?: Keywords): Schema<readonly Item[]> => ({
  type: 'array',
  items,
  ...keywords,
})

export const either = <One, Other>(one: Schema<One>, other: Schema<Other>): Schema<One | Other> =>
  ({ anyOf: [one, other] }) as Schema<One | Other>

/** An object with any names. */
export const record = <Value>(
  values: Schema<Value>,
  keywords?: Keywords,
): Schema<Readonly<Record<string, Value>>> => ({ type: 'object', additionalProperties: values, ...keywords })

/** An object with these properties, and others. Without `optional`, no other property is named. */
export const object = <Required extends Shape, Optional extends Shape = Required>(
  required: Required,
  optional?: Optional,
  keywords?: Keywords,
): ObjectSchema<Required, Optional> => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional } as Required & Optional,
  ...keywords,
})
