import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from './cost.ts'

/**
 * A project of empty Playwright tests: the minimum cost of running this number of tests.
 *
 * @param folder empty
 * @param root folder with the dependencies
 */
export function playwrightFloor(folder: string, root: string, files: number, testsPerFile: number): Command {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'suites'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `import { defineConfig } from '@playwright/test'
export default defineConfig({ testDir: './suites', workers: 4, reporter: 'json' })
`,
  )
  for (let file = 0; file < files; file++) {
    const tests = Array.from({ length: testsPerFile }, (_, test) => `test('${test}', () => {})`)
    writeFileSync(
      join(folder, 'suites', `${file}.spec.ts`),
      `import { test } from '@playwright/test'\n${tests.join('\n')}\n`,
    )
  }
  return { parameters: [join(root, 'node_modules/@playwright/test/cli.js'), 'test'], cwd: folder }
}
