import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { contractFiles, contractFolder } from '../../spec/generate/contract-files.ts'
import type { LaterVersion } from '../../spec/versions/later-version.ts'
import { partsOf, type Parts } from '../../spec/versions/parts.ts'

export const BASE = '2025-10-13'
/** The made-up version after it. */
export const NEXT = fileURLToPath(new URL('next', import.meta.url))
export const NEXT_VERSION = '2026-04-15'

export const baseFiles = contractFiles(contractFolder(BASE))
/** A new copy each time, which a test may freeze. */
export const baseParts = (): Parts => partsOf(BASE, baseFiles)
export const nextText = readFileSync(join(NEXT, 'contract.yaml'), 'utf8')
export const next = parse(nextText) as LaterVersion
