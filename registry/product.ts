/** `product.yaml` of a submission: the certified product and its organisation. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { profiles } from '../spec/index.ts'

export interface Product {
  readonly name: string
  readonly organisation: string
  readonly version: string
  /** An e-mail address, or an https address. */
  readonly contact: string
  readonly link: string
  /** Ids of the profiles that it claims. */
  readonly profiles: readonly string[]
  /** How to start the same deployment. */
  readonly reproduce: string
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const
const known = [...new Set(profiles.flatMap((each) => each.profiles.map(({ id }) => id)))]

const isProduct = new Ajv2020({ strict: false, allErrors: true }).compile<Product>({
  type: 'object',
  properties: {
    name: text(60),
    organisation: text(60),
    version: { type: 'string', pattern: '^(?!.*[.]{2})[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$' },
    contact: { type: 'string', maxLength: 200, pattern: '^(?:[^\\s@<>]+@[^\\s@<>]+|https://[^\\s<>"\']+)$' },
    link: { type: 'string', maxLength: 200, pattern: '^https://[^\\s<>"\']+$' },
    profiles: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: known } },
    reproduce: text(4000),
  },
  required: ['name', 'organisation', 'version', 'contact', 'link', 'profiles', 'reproduce'],
  additionalProperties: false,
})

/** Characters that control a terminal, reorder text, or are invalid in the feed; a line feed and a tab are not. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u
/** Two names that look the same must not differ in invisible characters. */
const INVISIBLE = /[\n\t\p{Default_Ignorable_Code_Point}]/u

/** Pages show all of them as one space, or not at all. */
const SPACING = /^\s|\s$|\s\s|[^\S ]/u

export type ReadProduct =
  | { readonly product: Product; readonly problem?: never }
  | { readonly product?: never; readonly problem: string }

/** The product of a text, or its problem. */
export function readProduct(source: string): ReadProduct {
  let value: unknown
  try {
    // A warning would print a text of the submission.
    value = parse(source, { maxAliasCount: 0, logLevel: 'error' })
  } catch {
    return { problem: 'product.yaml is not YAML' }
  }
  if (!isProduct(value)) return { problem: `product.yaml: ${described(isProduct.errors ?? [])}` }
  const { reproduce, profiles: claimed, ...lines } = value
  const odd = Object.entries({ ...lines, reproduce, claimed: claimed.join() }).find(
    ([name, each]) => STEERING.test(each) || (name !== 'reproduce' && INVISIBLE.test(each)),
  )
  if (odd) return { problem: `product.yaml: ${odd[0]} has control or invisible characters` }
  const spaced = [value.name, value.organisation].find((each) => SPACING.test(each))
  if (spaced !== undefined)
    return { problem: 'product.yaml: name and organisation have single spaces, and none at an end' }
  if (!isPublicLink(value.link))
    return { problem: 'product.yaml: link is not an address without credentials' }
  if (!showsItsHost(value.link))
    return { problem: 'product.yaml: link does not show its host as a browser reads it' }
  return slugOf(value.organisation) === '' || slugOf(value.name) === ''
    ? { problem: 'product.yaml: name and organisation need a letter from a to z, or a digit' }
    : { product: value }
}

/** `https://bank.example@evil.example` looks like an address of the bank. */
function isPublicLink(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { username, password } = new URL(link)
  return username === '' && password === ''
}

/** For a browser, `https://evil.example\@bank.example` is an address of `evil.example`; other letters can look like `a`. */
const showsItsHost = (link: string): boolean =>
  !link.includes('\\') && link.toLowerCase().startsWith(`https://${new URL(link).host}`)

const described = (
  errors: readonly { instancePath: string; message?: string; params: Record<string, unknown> }[],
): string =>
  [
    ...new Set(
      errors.map(({ instancePath, message, params }) => {
        const extra = params.additionalProperty
        return `${instancePath.slice(1) || 'it'} ${message ?? 'is invalid'}${typeof extra === 'string' ? ` (${extra.slice(0, 40)})` : ''}`
      }),
    ),
  ]
    .slice(0, 4)
    .join('; ')

/** A name as a part of a path: letters, digits and single hyphens. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The path of a submission in the registry. */
export const placeOf = (contract: string, { organisation, name, version }: Product): string =>
  `${contract}/${slugOf(organisation)}-${slugOf(name)}/${version}`
