import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readEnvironment } from '../../cli/read-environment.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'

/** The environment after reading a `.env` of these lines. */
function environmentWith(lines: readonly string[], environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = temporaryFolder('environment')
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`)
  readEnvironment(join(folder, 'deployment.yaml'), environment)
  return environment
}

describe('.env beside a deployment file', () => {
  it('adds variables, and changes none', () => {
    assert.deepEqual(environmentWith(['FIRST=1', 'SECOND=2', 'THIRD=3'], { SECOND: 'two', THIRD: '' }), {
      FIRST: '1',
      SECOND: 'two',
      THIRD: '',
    })
  })

  it('loads no code into Node or another program, and trusts no other server', () => {
    for (const name of [
      'NODE_OPTIONS',
      'node_options',
      'NODE_PATH',
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'NODE_EXTRA_CA_CERTS',
      'LD_PRELOAD',
      'DYLD_INSERT_LIBRARIES',
      'npm_config_script_shell',
      'OPENSSL_CONF',
      'SSL_CERT_FILE',
      'BASH_ENV',
      'PATH',
      'TMPDIR',
      'TMP',
      'TEMP',
      'PW_TEST_SOURCE_TRANSFORM',
      'PLAYWRIGHT_LAST_RUN_OUTPUT_FILE',
    ])
      assert.deepEqual(environmentWith([`${name}=x`], {}), {}, name)
  })
})
