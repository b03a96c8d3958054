/**
 * The Chromium that comes with the dependencies (@sparticuz/chromium), inflated once per machine: its own libnss3
 * and font, since neither need be on the machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { starts, type BrowserProgram } from './browser-program.ts'

/** Answers undefined where the package is not installed or its browser does not start here. */
export async function inflatedChromium(): Promise<BrowserProgram | undefined> {
  const packageDirectory = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium', import.meta.url))
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packageDirectory))
    return undefined
  const { version } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string
  }
  const directory = join(tmpdir(), `assay-chromium-${version}`)
  if (!existsSync(directory)) await inflateInto(directory, join(packageDirectory, 'bin'))
  const path = join(directory, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(directory, 'fonts.conf') }
  const own = join(directory, 'al2023', 'lib')
  // The libraries of the machine first: those of the package are only for where they are missing.
  for (const env of [fonts, { ...fonts, LD_LIBRARY_PATH: own }]) {
    if (await starts({ path, env })) return { path, env }
  }
  return undefined
}

/** Whole or not at all: several test processes may come here at once, and one may be killed. */
async function inflateInto(directory: string, archives: string): Promise<void> {
  const staging = await mkdtemp(`${directory}-`)
  await Promise.all([
    inflateFile(join(archives, 'chromium.br'), join(staging, 'chromium')),
    inflateArchive(join(archives, 'al2023.tar.br'), join(staging, 'al2023')),
    inflateArchive(join(archives, 'fonts.tar.br'), join(staging, 'fonts')),
    inflateArchive(join(archives, 'swiftshader.tar.br'), staging),
    writeFile(join(staging, 'fonts.conf'), fontConfiguration(directory)),
  ])
  await rename(staging, directory).catch(async (error: unknown) => {
    await rm(staging, { recursive: true, force: true })
    if (!existsSync(directory)) throw error
  })
}

const inflateFile = (archive: string, path: string) =>
  pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(path, { mode: 0o755 }))

async function inflateArchive(archive: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // tar may close its input before the final padding is read; only its exit code counts.
  const [, ended] = await Promise.allSettled([
    pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin),
    once(tar, 'close'),
  ])
  const [code] = ended.status === 'fulfilled' ? (ended.value as [number | null]) : [null]
  if (code !== 0) throw new Error(`tar could not unpack ${archive}`)
}

const fontConfiguration = (directory: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${directory}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${directory}/fonts-cache</cachedir>
</fontconfig>
`
