import { chromium, type Browser } from '@playwright/test'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { starts, type BrowserProgram } from './browser-program.ts'
import { inflatedChromium } from './inflated-chromium.ts'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

const run = promisify(execFile)

/**
 * A headless Chromium: the one named by ASSAY_CHROMIUM, otherwise an installed one, otherwise that of the dependencies,
 * otherwise one installed now (Debian, as root). Never skipped silently: without a browser, one line is printed.
 */
export async function launchBrowser(): Promise<Browser> {
  const { path, env } = await findBrowser()
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    headless: true,
    args: [...FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
}

async function findBrowser(): Promise<BrowserProgram> {
  const named = process.env.ASSAY_CHROMIUM
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return { path: named, env: {} }
    throw new Error(`ASSAY_CHROMIUM names ${named}, which does not exist`)
  }
  const found = (await onPath()) ?? (await inflatedChromium()) ?? (await installed())
  if (found) return found
  throw new Error('no Chromium for the browser tests: install one, or name one in ASSAY_CHROMIUM')
}

async function onPath(): Promise<BrowserProgram | undefined> {
  const directories = [
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const paths = NAMES.flatMap((name) => directories.map((directory) => join(directory, name)))
  for (const path of paths.filter((candidate) => existsSync(candidate))) {
    if (await starts({ path, env: {} })) return { path, env: {} }
  }
  return undefined
}

async function installed(): Promise<BrowserProgram | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  try {
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  } catch {
    return undefined
  }
  return onPath()
}
