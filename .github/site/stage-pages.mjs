// Copies the documents of the repository to pages/, or the folder that is given, where VitePress reads them, and makes
// their links those of the site.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = process.argv[2] ?? fileURLToPath(new URL('./pages', import.meta.url))

/** Where a file of the repository is on the site. */
const places = new Map([
  ['README.md', 'index.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['.github/SECURITY.md', 'security.md'],
  ['.github/CODE_OF_CONDUCT.md', 'code-of-conduct.md'],
  ...globSync('docs/*.md', { cwd: root }).map((file) => [file, posix.basename(file)]),
  ...globSync('docs/images/*', { cwd: root }).map((file) => [file, file.slice('docs/'.length)]),
])

/** A link of a document, as it is on the site. Other files that a document links to are shown as text. */
function linkOf(file, target) {
  if (/^[a-z]+:|^#/.test(target)) return target
  const [path, anchor] = target.split('#')
  const source = posix.join(posix.dirname(file), path)
  if (!places.has(source)) {
    if (!existsSync(join(root, source))) throw new Error(`${file} links to ${target}, which is not there`)
    places.set(source, `public/files/${source.replace(/\.txt$/, '')}.txt`)
  }
  const place = places.get(source)
  // VitePress adds the base of the site to a link that begins with a slash.
  const link = place.startsWith('public/') ? place.slice('public'.length) : `./${place}`
  return anchor === undefined ? link : `${link}#${anchor}`
}

/** Changes the links outside of code. */
const withLinks = (file, text) =>
  text
    .split(/(^```[^]*?^```$)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replaceAll(/\]\(([^)\s]+)\)/g, (_, target) => `](${linkOf(file, target)})`),
    )
    .join('')

rmSync(pages, { recursive: true, force: true })
// A document may add files to the end of the list.
for (const [file, place] of places) {
  const target = join(pages, place)
  mkdirSync(dirname(target), { recursive: true })
  if (place.endsWith('.md')) writeFileSync(target, withLinks(file, readFileSync(join(root, file), 'utf8')))
  else cpSync(join(root, file), target)
}
