/** Where runs go: none writes over the report of another deployment, and one at a time writes to a folder. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Conformance } from '../../reports/conformance.ts'
import { copyToLatest, newRunFolder } from '../../runner/run-folders.ts'
import { lockFolder, unlockFolder } from '../../runner/run-lock.ts'
import { assay, emptyFolder } from './assay.ts'
import { CREDENTIALS, startSmallDeployment, type SmallDeployment } from './small-deployment.ts'

const nameIn = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance).deployment.name

describe('assay run', () => {
  let small: SmallDeployment
  const folder = emptyFolder()
  const run = (...parameters: readonly string[]) =>
    assay(['run', ...parameters, '--only', 'ACT-21'], small.variables, folder)

  before(async () => {
    small = await startSmallDeployment()
    writeFileSync(join(folder, 'one.yaml'), small.text.replace('name: small', 'name: "One / eins"'))
    writeFileSync(join(folder, 'two.yaml'), small.text.replace('name: small', 'name: two'))
  })
  after(() => small.close())

  it('keeps the report of each run, and latest is the newest', async () => {
    mkdirSync(join(folder, 'reports/latest'), { recursive: true })
    writeFileSync(join(folder, 'reports/latest/conformance.json'), '{"deployment":{"name":"before"}}')

    const one = await run('one.yaml')
    const two = await run('two.yaml')

    assert.ok(one.code !== 2 && two.code !== 2, one.stderr + two.stderr)
    const runs = readdirSync(join(folder, 'reports/runs')).map((name) => name.replace(/^\d{8}-\d{6}-/, ''))
    assert.deepEqual(runs.toSorted(), ['before', 'one-eins', 'two'])
    assert.ok(lstatSync(join(folder, 'reports/latest')).isSymbolicLink())
    assert.match(readlinkSync(join(folder, 'reports/latest')), /^runs\/\d{8}-\d{6}-two$/)
    assert.equal(nameIn(join(folder, 'reports/latest')), 'two')
    const compared = await assay(['compare', 'reports/latest', 'reports/latest'], {}, folder)
    assert.equal(compared.code, 0, compared.stderr)
  })

  it('writes to --out again for the same deployment, and never over the report of another', async () => {
    const first = await run('one.yaml', '--out', 'own')
    const again = await run('one.yaml', '--out', 'own')
    const other = await run('two.yaml', '--out', 'own')

    assert.ok(first.code !== 2 && again.code !== 2, first.stderr + again.stderr)
    assert.equal(other.code, 2)
    assert.match(other.stderr, /own: it contains the report of another deployment, One \/ eins\.\n {2}→ /)
    assert.equal(nameIn(join(folder, 'own')), 'One / eins')
  })

  it('has no secret of its name in the folder, in its files or on the terminal', async () => {
    writeFileSync(
      join(folder, 'named.yaml'),
      small.text.replace('name: small', 'name: "named ${SMALL_SECRET}"'),
    )

    const first = await run('named.yaml', '--out', 'named')
    const again = await run('named.yaml', '--out', 'named')
    const { stdout, stderr } = await run('named.yaml')

    assert.ok(first.code !== 2 && again.code !== 2, again.stderr)
    const secret = CREDENTIALS.clientSecret.toLowerCase()
    const shown = [stdout, stderr, ...readdirSync(join(folder, 'reports/runs'))]
    for (const file of readdirSync(join(folder, 'named')))
      shown.push(readFileSync(join(folder, 'named', file), 'utf8'))
    assert.deepEqual(
      shown.filter((text) => text.toLowerCase().includes(secret)),
      [],
    )
  })

  it('does not write to a folder to which another run writes, and names that run', async () => {
    mkdirSync(join(folder, 'busy'))
    lockFolder(join(folder, 'busy'))
    const { code, stderr } = await run('one.yaml', '--out', 'busy')
    unlockFolder(join(folder, 'busy'))

    assert.equal(code, 2)
    assert.match(
      stderr,
      new RegExp(
        `Writing to .*busy: another run writes to this folder \\(process ${process.pid} on ${hostname()}, since `,
      ),
    )
    assert.ok(!existsSync(join(folder, 'busy/conformance.json')))
    assert.notEqual((await run('one.yaml', '--out', 'busy')).code, 2)
    assert.ok(!existsSync(join(folder, 'busy/.under-way')))
  })
})

describe('the lock of a folder', () => {
  const owned = (owner: object, ageMs = 0) => {
    const folder = emptyFolder()
    const path = join(folder, '.under-way')
    writeFileSync(path, JSON.stringify({ startedAt: '2026-11-23T00:00:00.000Z', ...owner }))
    const time = new Date(Date.now() - ageMs)
    utimesSync(path, time, time)
    return folder
  }

  it('of a dead process is taken over', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await new Promise((done) => child.once('exit', done))
    const folder = owned({ pid: child.pid, host: hostname() })

    lockFolder(folder)

    assert.throws(() => lockFolder(folder), { code: 'folder-in-use' })
    unlockFolder(folder)
  })

  it(
    'of a killed process is taken over although its parent has not asked for it',
    { skip: process.platform !== 'linux' && 'read from /proc' },
    async () => {
      // The shell becomes a sleep, which never asks for the child that it has. The child ends only after that,
      // since a shell that still runs may ask.
      const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 30'])
      try {
        const [line] = (await once(parent.stdout, 'data')) as [Buffer]
        const pid = Number(line)
        while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await setTimeout(10)
        parent.stdin.end()
        while (!readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ')) await setTimeout(10)
        const folder = owned({ pid, host: hostname() })

        lockFolder(folder)
        unlockFolder(folder)
      } finally {
        parent.kill()
      }
    },
  )

  it('of another machine is taken over once it is silent', () => {
    const elsewhere = { pid: 1, host: 'elsewhere' }
    assert.throws(() => lockFolder(owned(elsewhere)), /process 1 on elsewhere/)

    const silent = owned(elsewhere, 120_000)
    lockFolder(silent)
    unlockFolder(silent)
  })

  it('of an earlier process with the same id, as in a container, is taken over', () => {
    const folder = owned({ pid: process.pid, host: hostname() })
    lockFolder(folder)
    unlockFolder(folder)
  })
})

describe('the folders of runs', () => {
  it('are the last twenty', () => {
    const reports = emptyFolder()
    for (let second = 0; second < 23; second++)
      newRunFolder(reports, 'x', new Date(Date.UTC(2026, 0, 1, 0, 0, second)))

    const names = readdirSync(join(reports, 'runs')).toSorted()
    assert.equal(names.length, 20)
    assert.equal(names[0], '20260101-000003-x')
  })

  it('of the same second are two', () => {
    const reports = emptyFolder()
    const now = new Date()
    assert.notEqual(newRunFolder(reports, 'x', now), newRunFolder(reports, 'x', now))
  })

  it('leave latest alone while a run writes to it', () => {
    const reports = emptyFolder()
    const latest = join(reports, 'latest')
    mkdirSync(latest)
    lockFolder(latest)
    writeFileSync(join(latest, 'exchanges.jsonl'), 'evidence')

    copyToLatest(reports, newRunFolder(reports, 'x', new Date()))

    assert.equal(readFileSync(join(latest, 'exchanges.jsonl'), 'utf8'), 'evidence')
    unlockFolder(latest)
  })

  it('have a copy as latest where there are no links', () => {
    const reports = emptyFolder()
    const folder = join(reports, 'runs/20260101-000000-x')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'conformance.json'), '{}')

    copyToLatest(reports, folder)
    copyToLatest(reports, folder)
    newRunFolder(reports, 'y', new Date())

    assert.deepEqual(readdirSync(join(reports, 'runs')).length, 2)
    assert.ok(lstatSync(join(reports, 'latest')).isSymbolicLink())
  })
})
