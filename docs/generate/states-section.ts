/** The provider states of `docs/deployment.md`, from the data of `spec/`. */
import { isGivable } from '../../fixtures/config/given.ts'
import { provisioningMeans } from '../../fixtures/provisioning/provisioners.ts'
import { errorCauses } from '../../fixtures/provisioning/error-causes/index.ts'
import { catalogueCodes, type StateName } from '../../spec/index.ts'
import { stateExample } from './state-examples.ts'
import type { StateField, StateSource } from '../../spec/generate/source-schemas.ts'
import type { Sources } from '../../spec/generate/sources.ts'

type Fields = Readonly<Record<string, StateField>>

/** @returns Markdown, not formatted yet */
export const statesSection = ({ states }: Sources): string =>
  Object.entries(states)
    .map(([name, state]) => section(name, state, states))
    .join('\n\n')

function section(name: string, state: StateSource, states: Sources['states']) {
  const { meaning, params = {}, values = {}, notes = [] } = state
  const same = Object.entries(states).find(
    ([other, { values: others }]) => other !== name && others === values && Object.keys(values).length > 0,
  )?.[0]
  return [
    `#### \`${name}\`\n`,
    meaning,
    '',
    ...list('parameters', params),
    ...(same && same < name ? [`- values: those of \`${same}\``] : list('values', values)),
    ...notes.map((note) => `- ${note}`),
    ...provisioning(name),
    '',
    ...example(name, state),
  ].join('\n')
}

const example = (name: string, state: StateSource): readonly string[] => {
  const { request, response } = stateExample(name, state)
  return ['```', JSON.stringify(request), '→ 200', JSON.stringify(response), '```']
}

/** How Assay reaches the state where it is not served. */
function provisioning(name: string): readonly string[] {
  if (name === 'error-condition') return [`- not served: Assay sends simple requests for ${causedCodes()}`]
  const own = provisioningMeans(name as StateName)
  if (!own) {
    const unless = isGivable(name as StateName) ? ', unless `given` has it' : ''
    return [`- not served: requirements that need it are blocked${unless}`]
  }
  const calls = own.operations.map((operation) => `\`${operation}\``).join(', ')
  const how = calls === '' ? 'Assay uses common fields' : `Assay needs ${calls}`
  return [`- not served: ${how}${own.lacks === undefined ? '' : `. ${asSentence(own.lacks)}`}`]
}

const asSentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`

const causedCodes = (): string => {
  const codes = Object.keys(errorCauses)
  return `${codes.length} of ${catalogueCodes.length} codes: ${codes.map((code) => `\`${code}\``).join(', ')}`
}

const list = (what: string, fields: Fields): readonly string[] =>
  Object.keys(fields).length === 0
    ? []
    : [`- ${what}:`, ...Object.entries(fields).map(([name, field]) => `  - ${item(name, field)}`)]

function item(name: string, { type, optional, secret, meaning }: StateField): string {
  const about = [
    ...(type === 'string' ? [] : [`\`${type.replaceAll(/readonly |Readonly<|>$/g, '')}\``]),
    ...(secret ? ['_secret_'] : []),
    ...(meaning === undefined ? [] : [meaning]),
  ]
  return `\`${name}${optional ? '?' : ''}\`${about.length > 0 ? `: ${about.join('; ')}` : ''}`
}
