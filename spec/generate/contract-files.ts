import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Files } from './sources.ts'

/** The folder of a version of the contract. */
export const contractFolder = (version: string): string =>
  fileURLToPath(new URL(`../contracts/${version}`, import.meta.url))

/** Reads the files of a contract. */
export const contractFiles = (folder: string): Files => ({
  read: (name) => parse(readFileSync(join(folder, name), 'utf8')) as unknown,
  list: (part) => readdirSync(join(folder, part)).sort(),
})

/** The versions of the contract that Assay has, the earliest first. */
export const contractVersions = (): readonly string[] => readdirSync(contractFolder('')).sort()
