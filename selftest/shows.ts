import type { Rules } from '../reference/rules/index.ts'
import type { ShownResources } from '../reference/rules/shown.ts'

/** Every response shows a kind of resource with some of its fields changed. */
export const shows =
  <Kind extends keyof ShownResources>(
    kind: Kind,
    change: (resource: ShownResources[Kind], now: number) => Partial<ShownResources[Kind]>,
  ) =>
  (rules: Rules): Pick<Rules, 'shown'> => {
    const shown = (asked: Kind, resource: ShownResources[Kind], now: number) => {
      const before = rules.shown(asked, resource, now)
      return asked === kind ? { ...before, ...change(before, now) } : before
    }
    return { shown: shown as Rules['shown'] }
  }
