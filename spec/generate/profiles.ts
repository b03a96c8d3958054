/** Reads what can be claimed: the definition of the next edition, and the profiles that each edition froze. */
import type { Area, Capability, Edition, Profile, Requirement } from '../model.ts'
import { CONVENTIONS } from '../claims.ts'

interface ProfileSource {
  readonly id: string
  readonly title: string
  readonly areas?: readonly string[] | 'all'
  /** Ids, or the letters that the ids of a flow begin with. */
  readonly requirements?: readonly string[]
  readonly withoutCapabilities?: readonly string[]
}

interface Catalogue {
  readonly areas: readonly Area[]
  readonly requirements: readonly Requirement[]
  readonly capabilities: readonly Capability[]
}

/**
 * The profiles as an edition has them that is frozen now.
 *
 * @param must ids of the requirements that are a MUST in it
 * @throws Error for a name that is not known, and for a profile with nothing in it
 */
export function readProfiles(
  source: unknown,
  catalogue: Catalogue,
  must: ReadonlySet<string>,
): readonly Profile[] {
  const taken = new Set<string>()
  return (source as readonly ProfileSource[]).map((profile) => {
    const place = `profiles.yaml, ${profile.id}`
    if (!/^[a-z-]+(\.(core|extended))?$/.test(profile.id))
      throw new Error(`${place}: an id is words, then .core or .extended`)
    if (taken.has(profile.id)) throw new Error(`${place}: the id is given twice`)
    taken.add(profile.id)
    rejectUnknown(profile, catalogue, place)
    const requirements = catalogue.requirements
      .filter((requirement) => must.has(requirement.id) && isIn(requirement, profile, catalogue))
      .map(({ id }) => id)
    return { id: profile.id, title: profile.title, requirements }
  })
}

function rejectUnknown(
  { areas = [], requirements = [], withoutCapabilities = [] }: ProfileSource,
  catalogue: Catalogue,
  place: string,
): void {
  const areaIds = catalogue.areas.map(({ id }) => id)
  const capabilityIds = catalogue.capabilities.map(({ id }) => id)
  const isNamed = (word: string) => catalogue.requirements.some(({ id }) => isOf(id, word))
  const unknown = [
    ...(areas === 'all' ? [] : areas.filter((id) => !areaIds.includes(id))),
    ...withoutCapabilities.filter((id) => !capabilityIds.includes(id)),
    ...requirements.filter((word) => !isNamed(word)),
  ]
  if (unknown.length > 0) throw new Error(`${place}: ${unknown.join(', ')} is not known`)
  if (areas.length === 0 && requirements.length === 0)
    throw new Error(`${place}: it has neither areas nor requirements`)
}

const isOf = (id: string, word: string) => id === word || id.startsWith(`${word}-`)

function isIn(
  { id, area, within }: Requirement,
  { areas = [], requirements = [], withoutCapabilities = [] }: ProfileSource,
  { capabilities }: Catalogue,
): boolean {
  if (area === CONVENTIONS) return true
  const isWithout = capabilities.some(
    (capability) => withoutCapabilities.includes(capability.id) && capability.requirements.includes(id),
  )
  if (isWithout) return false
  if (requirements.some((word) => isOf(id, word))) return true
  // A profile does not need a requirement that is judged only together with an area outside the profile.
  const has = (name: string) => areas === 'all' || areas.includes(name)
  return has(area) && (within === undefined || has(within))
}

/** The content of a file of `profiles/`. */
export interface FrozenProfiles {
  readonly edition: number
  readonly profiles: readonly Profile[]
}

/**
 * The profiles of each edition.
 *
 * @throws Error where an edition has none, or a profile has a requirement that is no MUST of its edition
 */
export function readFrozenProfiles(
  files: readonly { readonly name: string; readonly content: unknown }[],
  editions: readonly Edition[],
): readonly FrozenProfiles[] {
  const frozen = files.map(({ name, content }) => {
    const { edition, profiles } = content as FrozenProfiles
    const place = `profiles/${name}`
    if (`${edition}.yaml` !== name)
      throw new Error(`${place}: edition is ${edition}; name the file ${edition}.yaml`)
    const must = new Set(editions.find((each) => each.edition === edition)?.MUST)
    const foreign = profiles.flatMap(({ requirements }) => requirements).find((id) => !must.has(id))
    if (foreign !== undefined) throw new Error(`${place}: ${foreign} is not a MUST of edition ${edition}`)
    return { edition, profiles }
  })
  const lacking = editions.find(({ edition }) => !frozen.some((each) => each.edition === edition))
  if (lacking) throw new Error(`profiles: ${lacking.edition}.yaml is missing`)
  return frozen.toSorted((a, b) => a.edition - b.edition)
}
