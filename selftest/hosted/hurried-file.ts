import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import type { CapabilityId, OperationName } from '../../spec/index.ts'

/** `METHOD /path`, or null: not offered. */
export type Bindings = Partial<Readonly<Record<OperationName, string | null>>>

/** What a deployment file says differently from that of the hurried reference server. */
export interface Differences {
  /** Operations that are bound differently. */
  readonly bindings?: Bindings | undefined
  /** Capabilities that are not offered. */
  readonly notOffered?: readonly CapabilityId[] | undefined
  /** Areas that are claimed; default: all. */
  readonly areas?: readonly string[] | undefined
  /** `limits.maxWaitSeconds`. */
  readonly maxWaitSeconds?: number | undefined
  /** Whether it names no provider-state endpoint; default: it names the server's. */
  readonly isStateless?: boolean | undefined
}

/** Its form where the parts are that differ. */
interface Description {
  readonly states: unknown
  readonly limits: object
}

const hurried = fileURLToPath(new URL('hurried-reference.yaml', import.meta.url))

/** The path of a deployment file; it is written if it differs from that of the hurried reference server. */
export function hurriedFile(
  { bindings = {}, notOffered = [], areas, maxWaitSeconds, isStateless = false }: Differences,
  path: string,
): string {
  const isBound = Object.keys(bindings).length > 0
  const isSame =
    !isBound && notOffered.length === 0 && areas === undefined && maxWaitSeconds === undefined && !isStateless
  if (isSame) return hurried
  const { states, limits, ...rest } = parse(readFileSync(hurried, 'utf8')) as Description
  const description = {
    ...rest,
    ...(!isStateless && { states }),
    limits: { ...limits, ...(maxWaitSeconds !== undefined && { maxWaitSeconds }) },
    ...(areas && { areas }),
    ...(isBound && { operations: bindings }),
    ...(notOffered.length > 0 && { notOffered }),
  }
  writeFileSync(path, stringify(description))
  return path
}
