/** The documents of the project, as text. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Document {
  /** Path from the root. */
  readonly file: string
  readonly text: string
}

export const documents: readonly Document[] = globSync(['*.md', 'llms.txt', 'docs/**/*.md', '*/README.md'], {
  cwd: root,
})
  .filter((file) => !file.startsWith('node_modules'))
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** @throws Error when there is no such document */
export function documentOf(file: string): string {
  const found = documents.find((document) => document.file === file)
  if (!found) throw new Error(`there is no ${file}`)
  return found.text
}

/** The fenced blocks of a text, in order. */
export const blocksOf = (text: string): readonly { readonly language: string; readonly code: string }[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))

export const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

/** What a text sets in code: the contents of its blocks, and its inline code. */
export const codeOf = (text: string): readonly string[] => [
  ...blocksOf(text).map(({ code }) => code),
  ...[...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
]
