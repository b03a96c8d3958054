/** docs/certify.md names everything that a certificate does not show. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SIGNER_STATEMENTS } from '../../certificates/signer-statements.ts'
import { documentOf } from './documents.ts'

const text = documentOf('docs/certify.md')
/** A section with its subsections, as one line. */
const section = (title: string) => {
  const [, after = ''] = text.split(`# ${title}\n`)
  return after.split(/^#{2,3} /m)[0]!.replaceAll(/\s+/g, ' ')
}

describe('docs/certify.md', () => {
  it('names what a certificate cannot show, first a deployment that recognizes Assay', () => {
    const remains = [...section('What a certificate cannot show').matchAll(/- \*\*([^*]+)\*\*/g)].map(
      ([, title]) => title,
    )

    assert.deepEqual(remains, [
      'A deployment that recognizes Assay.',
      'Another deployment behind the same address.',
      'What the deployment file adds to requests.',
      'What no check covers.',
      'Incorrect provider states.',
    ])
  })

  it('says that a deployment can recognize Assay also with --vary-identity', () => {
    assert.match(section('A deployment that recognizes Assay'), /--vary-identity/)
    assert.match(section('A deployment that recognizes Assay'), /A deployment can still recognize Assay by/)
  })

  it('shows each claim that only the signer makes, as assay verify prints it', () => {
    for (const claim of SIGNER_STATEMENTS) assert.ok(text.includes(`    ${claim}\n`), claim)
    assert.match(section('What you must trust the signer for'), /accepts an invented recording/)
  })
})
