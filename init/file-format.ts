/** The formats of deployment files, by file extension. */
import { extname } from 'node:path'
import { parse } from 'yaml'
import { assayError } from '../errors/index.ts'

export type FileFormat = 'yaml' | 'json' | 'module'

const FORMATS: Readonly<Record<string, FileFormat>> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
  '.mjs': 'module',
  '.mts': 'module',
  '.js': 'module',
  '.ts': 'module',
}

/** @throws AssayError for an unsupported extension */
export function formatOf(file: string): FileFormat {
  const format = FORMATS[extname(file).toLowerCase()]
  if (format !== undefined) return format
  throw assayError('file-extension-unknown', { file, name: file.replace(/\.[^./\\]*$/, '') })
}

/**
 * A YAML deployment file in another format. JSON has no comments; a module has them at the end.
 *
 * @param schema path of the JSON Schema, relative to the file
 */
export function inFormat(yaml: string, format: FileFormat, schema: string): string {
  if (format === 'yaml') return yaml
  const description = parse(yaml) as Readonly<Record<string, unknown>>
  if (format === 'json') return `${JSON.stringify({ $schema: schema, ...description }, null, 2)}\n`
  const value = JSON.stringify(description, null, 2).replaceAll(/^( +)"([A-Za-z_]\w*)":/gm, '$1$2:')
  const findings = yaml
    .slice(yaml.lastIndexOf('\nlimits:'))
    .split('\n')
    .filter((line) => line.startsWith('#'))
  return [
    '// A deployment file: everything that Assay needs to know of a deployment.',
    '// ${NAME} takes a value from the environment; .env is read first. Unknown keys are errors.',
    '// `states` may have functions by the names of provider states, in place of url and headers.',
    `export default ${value}`,
    ...(findings.length === 0 ? [] : ['', ...findings.map((line) => line.replace(/^#/, '//'))]),
    '',
  ].join('\n')
}
