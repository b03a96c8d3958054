/**
 * The deployments of the self-test, loaded on the first request: they are much code, and most runs need no part of it.
 */
import type { Hono } from 'hono'
import {
  hostRules,
  startReference,
  type HostOptions,
  type Hosting,
  type Reference,
  type ReferenceOptions,
} from '../../reference/serve.ts'
import { conforming, type Rules } from '../../reference/rules/index.ts'
import { withReplaced } from '../replacement.ts'
import type { Variant } from '../variants/index.ts'

type Create = (options: HostOptions) => Hono

const FIND: Readonly<Record<string, (id: string) => Promise<Create | undefined>>> = {
  faults: findFaults,
  variants: findVariants,
  shells: findShell,
}

/** Hosts faults at `/faults/<id>+<id>`, every shell at `/shells/<id>`, and variants at `/variants/<id>+<id>`. */
export const selftestHosting: Hosting = {
  kinds: Object.keys(FIND),
  find: async (kind, id) => FIND[kind]?.(id),
}

/** The rules with several faults applied in order. */
async function findFaults(ids: string): Promise<Create | undefined> {
  const { faults } = await import('../faults/index.ts')
  const chosen = ids.split('+').map((id) => faults.find((candidate) => candidate.id === id))
  const rules = chosen.reduce<Rules | undefined>(
    (before, fault) => before && fault && withReplaced(before, fault.replace),
    conforming,
  )
  return rules && ((options) => hostRules(rules, options))
}

/** The rules with several variants applied in order. */
async function findVariants(ids: string): Promise<Create | undefined> {
  const { variants } = await import('../variants/index.ts')
  const chosen = ids.split('+').map((id) => variants.find((candidate) => candidate.id === id))
  const rules = chosen.reduce<Rules | undefined>(
    (before, variant) =>
      before && variant && { ...withReplaced(before, variant.replace), ...withoutCodes(before, variant) },
    conforming,
  )
  return rules && ((options) => hostRules(rules, options))
}

async function findShell(id: string): Promise<Create | undefined> {
  const [{ shells }, { hostShell }] = await Promise.all([
    import('../shells/index.ts'),
    import('../shells/host-shell.ts'),
  ])
  const shell = shells.find((candidate) => candidate.id === id)
  return shell && (({ credentials, ...options }) => hostShell(shell, credentials, options))
}

const withoutCodes = (rules: Rules, { unmet = [] }: Variant): Pick<Rules, 'meetsCode'> => ({
  meetsCode: (code) => rules.meetsCode(code) && !unmet.some((one) => one === code),
})

/** Starts the reference server together with every fault, variant and shell. */
export const startSelftestServer = (options: ReferenceOptions): Promise<Reference> =>
  startReference({ ...options, hosting: selftestHosting })
