/** Texts with a number in them: `1 request`, `2 requests`. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { count } from '../../spec/count.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PRODUCT =
  '{spec,errors,fixtures,reports,runner,doctor,init,cli,exploration,certificates,registry,traffic,second-opinions,selftest}'

/** A number in a text, and a plural that would be wrong for one. */
const FIXED_PLURAL =
  /\$\{(?:[^{}]|\{[^{}]*\})+\} (?:MUST )?(?:requirement|check|fault|mutant|variant|shell|pass|response|operation|rule|state|exchange|area|file|run|deployment|shard|sequence|request|entrie|field|step)s\b/g

it('a noun follows its number through count()', () => {
  const found = globSync(`${PRODUCT}/**/*.ts`, { cwd: root })
    .filter((file) => !file.includes('/generated/'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(FIXED_PLURAL)].map(([text]) => `${file}: ${text}`),
    )

  assert.deepEqual(found, [])
  assert.deepEqual(
    [count(0, 'check'), count(1, 'check'), count(2, 'check')],
    ['0 checks', '1 check', '2 checks'],
  )
})
