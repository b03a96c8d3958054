/** The provider states of `docs/deployment.md`, from the data of `spec/`. */
import type { Sources, StateField, StateSource } from '../../spec/generate/sources.ts'

type Fields = Readonly<Record<string, StateField>>

/** @returns Markdown, not formatted yet */
export const statesSection = ({ states }: Sources): string =>
  Object.entries(states)
    .map(([name, state]) => section(name, state, states))
    .join('\n\n')

function section(
  name: string,
  { meaning, params = {}, values = {} }: StateSource,
  states: Sources['states'],
) {
  const same = Object.entries(states).find(
    ([other, state]) => other !== name && state.values === values && Object.keys(values).length > 0,
  )?.[0]
  return [
    `#### \`${name}\`\n`,
    meaning,
    '',
    ...list('parameters', params),
    ...(same && same < name ? [`- values: those of \`${same}\``] : list('values', values)),
  ].join('\n')
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
