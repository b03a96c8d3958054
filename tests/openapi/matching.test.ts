/** How many operations of a document are bound, and that none is bound wrongly. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { assign } from '../../init/openapi/match/assign.ts'
import { CERTAIN, matchOperations, type Match } from '../../init/openapi/match/match-operations.ts'
import { readDocument } from '../../init/openapi/read/read-document.ts'
import { contractOperations } from '../../init/openapi/match/contract-operations.ts'
import type { DescribedOperation } from '../../init/openapi/read/described.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { inOtherWords, opaquely, writeRenamedDocument } from './renamed-document.ts'

const documents = fileURLToPath(new URL('documents', import.meta.url))

interface Document {
  readonly title: string
  readonly operations: readonly DescribedOperation[]
  /** By operation of the contract: METHOD and path of the document. */
  readonly expected: Readonly<Record<string, string>>
}

const read = (name: string, expected: string): Document => ({
  title: name,
  operations: readDocument(join(documents, name)).operations,
  expected: parse(readFileSync(join(documents, expected), 'utf8')) as Record<string, string>,
})

function renamed(title: string, ...renames: readonly [typeof opaquely, typeof opaquely]): Document {
  const folder = temporaryFolder('openapi')
  const { file, expected } = writeRenamedDocument(folder, ...renames)
  return { title, operations: readDocument(file).operations, expected }
}

const routeOf = ({ method, path }: DescribedOperation) => `${method} ${path}`

/** Both figures: the share of the document's operations that is bound correctly, and those that are bound wrongly. */
function figures(
  matches: readonly Match[],
  expected: Document['expected'],
  present = Object.values(expected),
) {
  const certain = matches.filter(({ isCertain }) => isCertain)
  const isRight = ({ operation, found }: Match) => expected[operation] === routeOf(found)
  const wanted = Object.values(expected).filter((route) => present.includes(route)).length
  return {
    share: certain.filter(isRight).length / wanted,
    wrong: certain
      .filter((match) => !isRight(match))
      .map(({ operation, found }) => `${operation}: ${routeOf(found)}`),
  }
}

const allDocuments = (): readonly Document[] => [
  renamed('arbitrary names, over several files', opaquely, (text) => text),
  renamed('other words, over several files', inOtherWords, inOtherWords),
  read('northwind.yaml', 'northwind.expected.yaml'),
  read('meridian.json', 'meridian.expected.yaml'),
]

describe('matching an OpenAPI document with the contract', () => {
  let all: readonly Document[] = []
  before(() => (all = allDocuments()))

  it('binds at least nine of ten operations, and none wrongly', (context) => {
    for (const { title, operations, expected } of all) {
      const { share, wrong } = figures(matchOperations(operations).matches, expected)

      context.diagnostic(`${title}: ${(100 * share).toFixed(1)} % of ${Object.keys(expected).length} bound`)
      assert.deepEqual(wrong, [], title)
      assert.ok(share >= 0.9, `${title}: ${share}`)
    }
  })

  it('binds none wrongly where the right ones are missing', () => {
    for (const { title, operations, expected } of all.slice(2)) {
      for (const part of [0, 1, 2]) {
        const left = operations.filter((_, index) => index % 3 !== part)
        const { share, wrong } = figures(matchOperations(left).matches, expected, left.map(routeOf))

        assert.deepEqual(wrong, [], `${title}, part ${part}`)
        assert.ok(share >= 0.85, `${title}, part ${part}: ${share}`)
      }
    }
  })

  it('binds none wrongly without any prose', () => {
    for (const { title, operations, expected } of all) {
      const silent = operations.map((operation) => ({ ...operation, summary: '', description: '' }))

      assert.deepEqual(figures(matchOperations(silent).matches, expected).wrong, [], title)
    }
  })

  it('binds most of a document that has nothing but paths and summaries, and none wrongly', (context) => {
    const { operations, expected } = read('harbour.yaml', 'harbour.expected.yaml')

    const { share, wrong } = figures(matchOperations(operations).matches, expected)

    context.diagnostic(`harbour.yaml: ${(100 * share).toFixed(1)} % bound`)
    assert.deepEqual(wrong, [])
    assert.ok(share >= 0.7, String(share))
  })

  it('is not sure that an operation is absent which the document has', () => {
    for (const { title, operations, expected } of [
      ...all.slice(2),
      read('harbour.yaml', 'harbour.expected.yaml'),
    ]) {
      for (const part of [-1, 1]) {
        const left = operations.filter((_, index) => index % 3 !== part)
        const present = new Set(left.map(routeOf))
        const { absent } = matchOperations(left)

        const wrong = [...absent].filter(
          ([name, confidence]) => confidence >= CERTAIN && present.has(expected[name] ?? ''),
        )
        assert.deepEqual(wrong, [], `${title}, part ${part}`)
      }
    }
  })

  for (const name of ['pet-store.yaml', 'billing.yaml']) {
    it(`binds nothing of another API: ${name}`, () => {
      const { matches } = matchOperations(readDocument(join(documents, name)).operations)

      assert.deepEqual(
        matches.filter(({ isCertain }) => isCertain),
        [],
      )
    })
  }

  it('binds every operation of the contract to itself', () => {
    const contract = contractOperations()

    const { matches, absent } = matchOperations(
      [...contract.values()].filter(({ summary }) => summary !== ''),
    )

    assert.equal(absent.size, 0)
    for (const { operation, found, isCertain } of matches) {
      assert.ok(isCertain)
      assert.equal(routeOf(found), routeOf(contract.get(operation)!))
    }
  })
})

const totalOf = (benefits: readonly (readonly number[])[], columnOf: readonly (number | undefined)[]) =>
  columnOf.reduce<number>(
    (total, column, row) => total + (column === undefined ? 0 : benefits[row]![column]!),
    0,
  )

describe('the assignment', () => {
  it('has the greatest total, not the greatest single benefit', () => {
    assert.deepEqual(
      assign([
        [5, 4],
        [4, 0],
      ]).columnOf,
      [1, 0],
    )
  })

  it('assigns nothing that is worth nothing', () => {
    assert.deepEqual(
      assign([
        [0, 0],
        [0, 2],
        [0, 1],
      ]).columnOf,
      [undefined, 1, undefined],
    )
    assert.deepEqual(assign([[], []]).columnOf, [undefined, undefined])
  })

  it('knows what it loses without a pair, as another assignment would show it', () => {
    const random = seededRandom('assignments')
    for (let size = 1; size <= 40; size++) {
      const benefits = Array.from({ length: size }, () =>
        Array.from({ length: 1 + (size % 7) * 3 }, () => Math.max(0, random.integer(-1_500, 1_000) / 1_000)),
      )
      const { columnOf, lossWithout } = assign(benefits)
      for (const [row, column] of columnOf.entries()) {
        if (column === undefined) continue
        for (const rivals of [new Set([row]), new Set([row, (row + 1) % size])]) {
          const without = benefits.map((line, at) => (rivals.has(at) ? line.with(column, 0) : line))
          const loss = totalOf(benefits, columnOf) - totalOf(without, assign(without).columnOf)
          assert.ok(
            Math.abs(lossWithout(row, rivals) - loss) < 1e-9,
            `${lossWithout(row, rivals)}, not ${loss}`,
          )
        }
      }
    }
  })
})
