/** The work of an implementer for each difference. */
import type { Difference, ListedKind } from './difference.ts'
import type { Entry } from './parts.ts'

/** `earlier`: the entry before a change. */
type Text = (id: string, entry: Entry, earlier: Entry) => string
type Texts = Readonly<Record<Difference['change'], Text>>

const addressOf = ({ method, path }: Entry) => `${String(method).toUpperCase()} ${String(path)}`
const codeOf = ({ status }: Entry, code: string) => `${String(status)} ${code}`
const NOTHING_TO_DO: Text = () => 'You need to do nothing for this entry. See the entries that use it.'
const ONLY_TEXT: Text = () => 'Nothing: it only describes the contract.'

const changedRule: Text = (_, { title, level }, earlier) =>
  title === earlier.title && level !== earlier.level
    ? `The rule is a ${String(level)} now: ${String(title)}`
    : `Check that you keep it: ${String(title)}`

const changedOperation: Text = (_, entry, earlier) =>
  addressOf(entry) === addressOf(earlier)
    ? `Compare your ${addressOf(entry)} with the changed keys.`
    : `Serve ${addressOf(entry)} in place of ${addressOf(earlier)}.`

const TEXTS: Readonly<Record<ListedKind, Texts>> = {
  areas: {
    added: (id) => `Implement the area, or leave ${id} out of areas: in the deployment file.`,
    changed: ONLY_TEXT,
    retired: (id) => `Remove ${id} from areas: in the deployment file.`,
  },
  requirements: {
    added: (_, { title }) => `Keep the new rule: ${String(title)}`,
    changed: changedRule,
    retired: (_, { title }) => `You may stop keeping it: ${String(title)}`,
  },
  operations: {
    added: (_, entry) => `Serve ${addressOf(entry)}.`,
    changed: changedOperation,
    retired: (_, entry) => `You may remove ${addressOf(entry)}: no client of this version calls it.`,
  },
  fields: {
    added: (_, { required }) =>
      required === true ? 'Support the field; it is required.' : 'Support the field; it may be missing.',
    changed: () => 'Adapt the field to the changed keys.',
    retired: () => 'You may stop using the field: clients of this version ignore it.',
  },
  schemas: {
    added: NOTHING_TO_DO,
    changed: () => 'Adapt the objects of this shape.',
    retired: NOTHING_TO_DO,
  },
  responses: {
    added: NOTHING_TO_DO,
    changed: () => 'Adapt the responses that use it.',
    retired: NOTHING_TO_DO,
  },
  parameters: {
    added: NOTHING_TO_DO,
    changed: () => 'Adapt the operations that use it.',
    retired: NOTHING_TO_DO,
  },
  names: {
    added: (id, entry) => `Use the name ${String(entry.default)}, or set names.${id} in the deployment file.`,
    changed: (id, entry) =>
      `Use the name ${String(entry.default)}, or set names.${id} in the deployment file.`,
    retired: (id) => `Remove names.${id} from the deployment file.`,
  },
  errors: {
    added: (code, entry) => `Return ${codeOf(entry, code)} in this case: ${String(entry.meaning)}.`,
    changed: (code, entry) => `Return ${codeOf(entry, code)} in this case: ${String(entry.meaning)}.`,
    retired: (code, entry) => `Do not return ${codeOf(entry, code)}: the catalogue does not have it.`,
  },
  states: {
    added: () => 'Use the state where a listed transition leads to it, and accept it.',
    changed: ONLY_TEXT,
    retired: () => 'Do not return the state. Move existing resources to another state.',
  },
  transitions: {
    added: () => 'Allow the transition.',
    changed: ONLY_TEXT,
    retired: () => 'Do not make the transition.',
  },
  stateTables: {
    added: () => 'Let resources change their state only as the table allows.',
    changed: () => 'Adapt the resource to the changed keys.',
    retired: () => 'Nothing: no table limits the states of this resource.',
  },
  providerStates: {
    added: (id) => `Serve the provider state ${id}, or let Assay provision it.`,
    changed: (id) => `Serve the provider state ${id} with the changed parameters and values.`,
    retired: (id) => `You may stop serving the provider state ${id}.`,
  },
  capabilities: {
    added: (id) => `Offer it, or name ${id} under notOffered: in the deployment file.`,
    changed: () =>
      'You need to do nothing. Without this capability, you need not keep the requirements that it names.',
    retired: (id) =>
      `Remove ${id} from notOffered: in the deployment file. The requirements that needed it apply to you.`,
  },
  profiles: {
    added: () => 'Nothing: you may claim the profile.',
    changed: () => 'Check that you still reach the profile if you claim it.',
    retired: () => 'Do not claim the profile.',
  },
  checklist: { added: ONLY_TEXT, changed: ONLY_TEXT, retired: ONLY_TEXT },
  explanations: { added: ONLY_TEXT, changed: ONLY_TEXT, retired: ONLY_TEXT },
}

export const toDo = (
  kind: ListedKind,
  change: Difference['change'],
  id: string,
  { entry, earlier = entry }: { readonly entry: Entry; readonly earlier?: Entry },
): string => TEXTS[kind][change](id, entry, earlier)
