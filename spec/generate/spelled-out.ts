import { UTC_TIMESTAMP, resourceId } from '../formats.ts'
import type { JsonSchema, OpenApi } from './sources.ts'

const OWN_FORMATS: readonly unknown[] = ['resource-id', 'utc-timestamp', 'amount']

/** The document with Assay's own formats as patterns, so that other tools can validate the same formats. */
export const spelledOut = (openapi: OpenApi): OpenApi => spell(openapi) as OpenApi

function spell(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(spell)
  if (typeof node !== 'object' || node === null) return node
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node as JsonSchema)) copy[key] = spell(value)
  if (copy.format === 'resource-id') copy.pattern = resourceId(copy['x-resource'] as string | undefined)
  if (copy.format === 'utc-timestamp') copy.pattern = UTC_TIMESTAMP
  if (OWN_FORMATS.includes(copy.format)) delete copy.format
  return copy
}
