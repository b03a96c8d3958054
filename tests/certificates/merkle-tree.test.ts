/** The tree of the transparency log is the one of RFC 6962: by the test vectors of Certificate Transparency. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inclusionProof, rootByProof, rootOf } from '../../certificates/log/merkle-tree.ts'
import { growthProblem } from '../../certificates/log/status-list.ts'

const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))

/** By the number of leaves. */
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const checkpoint = (lines: readonly string[]) => ({ size: lines.length, root: rootOf(lines) })

describe('the Merkle tree', () => {
  it('has the published roots', () => {
    for (const [size, root] of ROOTS.entries()) assert.equal(rootOf(LEAVES.slice(0, size)), root)
  })

  it('proves each of its entries, and no other', () => {
    for (let size = 1; size <= LEAVES.length; size++) {
      const leaves = LEAVES.slice(0, size)
        .map((leaf) => leaf.toString('latin1'))
        .map((leaf) => `entry ${leaf}`)
      const root = rootOf(leaves)
      for (const [index, leaf] of leaves.entries()) {
        const proof = inclusionProof(index, leaves)
        assert.equal(rootByProof(leaf, index, size, proof), root)
        assert.notEqual(rootByProof(`${leaf} `, index, size, proof), root)
        if (size === 1) continue
        assert.notEqual(rootByProof(leaf, (index + 1) % size, size, proof), root)
        assert.notEqual(rootByProof(leaf, index, size, proof.slice(1)), root)
        assert.notEqual(rootByProof(leaf, index, size, [...proof, root]), root)
      }
    }
  })

  it('proves nothing outside of it', () => {
    for (const index of [-1, 1, 0.5]) assert.equal(rootByProof('a', index, 1, []), undefined)
  })
})

describe('a list that should only have grown', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `entry ${index}`)

  it('has no problem since any earlier state of it', () => {
    for (let before = 0; before <= lines.length; before++)
      for (let now = before; now <= lines.length; now++)
        assert.equal(
          growthProblem({ lines: lines.slice(0, now) }, checkpoint(lines.slice(0, before))),
          undefined,
        )
  })

  it('is forked wherever an earlier entry differs, is missing, is new or has another place', () => {
    for (let before = 1; before < lines.length; before++)
      for (let at = 0; at < before; at++) {
        const changes = [
          lines.with(at, 'another entry'),
          lines.toSpliced(at, 1),
          lines.toSpliced(at, 0, 'a new entry'),
          lines.toSpliced(at, 2, lines[at + 1]!, lines[at]!),
        ]
        for (const changed of changes)
          assert.equal(growthProblem({ lines: changed }, checkpoint(lines.slice(0, before)))?.name, 'forked')
      }
  })

  it('is rewound where it is shorter, also with other entries', () => {
    for (let before = 1; before <= lines.length; before++)
      for (const shorter of [lines.slice(0, before - 1), lines.slice(1, before).toReversed()])
        assert.equal(growthProblem({ lines: shorter }, checkpoint(lines.slice(0, before)))?.name, 'rewound')
  })
})
