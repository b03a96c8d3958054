import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commandOfCause, commandOfFailed, commandsFor, thenRun } from '../../reports/commands.ts'

describe('the command of a cause', () => {
  const commands = commandsFor({ deployment: 'staging.yaml', out: 'reports/staging' })
  const areaOf = (id: string) => id.replace(/-.*/, '')
  const idsOf = (amount: number, areas: number) =>
    Array.from({ length: amount }, (_, index) => `a${index % areas}-${index}`)

  it('names its requirements, or their areas where they are many', () => {
    assert.equal(
      commandOfCause(commands, idsOf(2, 2), areaOf),
      'npx assay run --deployment staging.yaml --out reports/staging --only a0-0 a1-1',
    )
    assert.equal(
      commandOfCause(commands, idsOf(20, 2), areaOf),
      'npx assay run --deployment staging.yaml --out reports/staging --only a0 a1',
    )
  })

  it('judges everything where it would name most areas', () => {
    assert.equal(
      commandOfCause(commands, idsOf(871, 24), areaOf),
      'npx assay run --deployment staging.yaml --out reports/staging',
    )
  })

  it('follows a next step as a sentence', () => {
    assert.equal(
      thenRun('Trust it: tls: { ca: ca.pem }', 'x'),
      'Trust it: tls: { ca: ca.pem }. Then run `x`.',
    )
    assert.equal(thenRun('Renew it. Then run again.', 'x'), 'Renew it. Then run `x`.')
  })

  it('judges what failed, in the folder of the run', () => {
    assert.equal(
      commandOfFailed(commands),
      'npx assay run --deployment staging.yaml --out reports/staging --only-failed',
    )
  })
})
