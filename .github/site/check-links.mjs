// Checks every link, image and script of the built site: its file exists, and its anchor is on that page.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const site = process.argv[2]
const base = process.env.SITE_BASE ?? '/'

const decoded = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

/** What a page links to, and what can be linked to on it. Scripts and styles are no links. */
function read(file) {
  const html = readFileSync(join(site, file), 'utf8').replaceAll(
    /<(script|style)\b[^>]*>[^]*?<\/\1>/g,
    (whole) => whole.slice(0, whole.indexOf('>') + 1),
  )
  const valuesOf = (name) =>
    [...html.matchAll(new RegExp(`<[^>]*\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => decoded(value))
  return {
    links: [...valuesOf('href'), ...valuesOf('src')],
    ids: new Set([...valuesOf('id'), ...valuesOf('name')]),
  }
}

const pages = new Map(globSync('**/*.html', { cwd: site }).map((file) => [file, read(file)]))

/** What is wrong with a link; undefined: nothing, or it leads to another site. */
function problemOf(file, link) {
  if (/^[a-z]+:|^\/\//.test(link)) return undefined
  const [path, anchor = ''] = link.split('#')
  const isFromRoot = path.startsWith('/')
  if (isFromRoot && !path.startsWith(base)) return 'it is outside of the base of the site'
  const named = isFromRoot ? path.slice(base.length) : path === '' ? file : join(dirname(file), path)
  const target = normalize(decodeURIComponent(named.split('?')[0]) || 'index.html')
  const isFolder = existsSync(join(site, target)) && statSync(join(site, target)).isDirectory()
  const found = isFolder ? join(target, 'index.html') : target
  if (!existsSync(join(site, found))) return 'there is no such file'
  const isOnPage = anchor === '' || pages.get(found)?.ids.has(decodeURIComponent(anchor)) !== false
  return isOnPage ? undefined : 'the page has no such anchor'
}

let checked = 0
const problems = [...pages].flatMap(([file, { links }]) =>
  links.flatMap((link) => {
    checked++
    const problem = problemOf(file, link)
    return problem === undefined ? [] : [`${file}: ${link}: ${problem}`]
  }),
)
console.log(`${pages.size} pages, ${checked} links, ${problems.length} broken.`)
for (const problem of new Set(problems)) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
