/** Symptoms grouped by the one correction that would resolve them. Pure. */
import { grouped } from '../../spec/grouped.ts'
import { isOfAllFlows, type Symptom } from './symptom.ts'

/** The symptoms of one cause. The head gives it its title. */
export interface Group {
  readonly head: Symptom
  readonly symptoms: readonly Symptom[]
}

export const groupsOf = (symptoms: readonly Symptom[]): readonly Group[] =>
  [...grouped(symptoms, ({ key }) => key).values()].map((members) => ({
    head: members.find((member) => !isOfAllFlows(member)) ?? members[0]!,
    symptoms: members,
  }))

/** Finds the group that explains another one, among the others; undefined: none does. */
export type Explains = (group: Group, others: readonly Group[]) => Group | undefined

/**
 * Moves each group that another one explains into that one. A group that was moved explains no further ones; those that it
 * would explain go where it went.
 */
export function mergeExplained(groups: readonly Group[], explains: Explains): readonly Group[] {
  const parentOf = new Map<Group, Group>()
  const rootOf = (group: Group): Group => {
    const parent = parentOf.get(group)
    return parent ? rootOf(parent) : group
  }
  for (const group of groups) {
    const others = groups.filter((other) => other !== group && rootOf(other) !== group)
    const parent = explains(group, others)
    if (parent) parentOf.set(group, rootOf(parent))
  }
  const members = grouped(groups, rootOf)
  return groups.flatMap((group) => {
    const own = members.get(group)
    return own
      ? [
          {
            head: group.head,
            symptoms: [group, ...own.filter((one) => one !== group)].flatMap(({ symptoms }) => symptoms),
          },
        ]
      : []
  })
}

/** Requirements that a group fails or blocks, without duplicates, in order. */
export const requirementsOf = ({ symptoms }: Group): readonly string[] => [
  ...new Set(symptoms.flatMap(({ requirements }) => requirements)),
]

export const guiltyOf = ({ symptoms }: Group): ReadonlySet<string> =>
  new Set(symptoms.flatMap(({ guilty }) => guilty.map(({ id }) => id)))
