/**
 * The Kubernetes manifests are valid for the published schemas, run as an unprivileged user, and work: the command of
 * the Job runs here for each index, as in Kubernetes.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Job, type IJob } from 'kubernetes-models/batch/v1/Job'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { parse, parseAllDocuments } from 'yaml'
import { deploymentFileSchema } from '../../fixtures/config/file-schema.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import { emptyFolder } from '../cli/assay.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'deploy/kubernetes')
const text = (file: string) => readFileSync(join(folder, file), 'utf8')

/** The models whose validators were made from the schemas of Kubernetes. */
const KINDS = { Job, ConfigMap, PersistentVolumeClaim } as const

interface Manifest {
  readonly apiVersion: string
  readonly kind: keyof typeof KINDS
}

const manifests = globSync('*.yaml', { cwd: folder })
  .sort()
  .flatMap((file) =>
    parseAllDocuments(text(file)).map((document) => ({ file, manifest: document.toJS() as Manifest })),
  )

function validate({ apiVersion, kind, ...rest }: Manifest): void {
  const Kind = KINDS[kind] as new (data: object) => { apiVersion: string; kind: string; validate(): void }
  const model = new Kind(rest)
  assert.equal(apiVersion, model.apiVersion)
  model.validate()
}

const run = (command: string, parameters: readonly string[], env: NodeJS.ProcessEnv, cwd = root) =>
  new Promise<{ readonly code: number; readonly output: string }>((done) => {
    execFile(command, [...parameters], { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }),
    )
  })

/** Compiler errors for manifests as typed values: the types know every key. */
async function typeErrors(values: readonly (readonly [kind: string, manifest: object])[]): Promise<string> {
  const directory = mkdtempSync(join(root, 'node_modules/.manifests-'))
  try {
    const lines = values.map(
      ([kind, value], index) => `export const m${index}: I${kind} = ${JSON.stringify(value)}`,
    )
    const imports = [
      `import type { IJob } from 'kubernetes-models/batch/v1/Job'`,
      `import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'`,
      `import type { IPersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'`,
    ]
    writeFileSync(join(directory, 'manifests.ts'), [...imports, ...lines].join('\n'))
    const compiler = join(root, 'node_modules/.bin/tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext']
    const { code, output } = await run(
      compiler,
      [...options, join(directory, 'manifests.ts')],
      process.env,
      directory,
    )
    return code === 0 ? '' : output
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const job = manifests.find(({ manifest }) => manifest.kind === 'Job')!.manifest as unknown as IJob
const pod = job.spec!.template.spec!
const [container] = pod.containers
const shards = Number(container!.env!.find(({ name }) => name === 'SHARDS')!.value)

describe('the Kubernetes manifests', () => {
  it('keep the published schemas, and have no key that these do not know', async () => {
    assert.deepEqual(
      [...new Set(manifests.map(({ manifest }) => manifest.kind))].sort(),
      Object.keys(KINDS).sort(),
    )
    for (const { manifest } of manifests) validate(manifest)
    assert.equal(await typeErrors(manifests.map(({ manifest }) => [manifest.kind, manifest])), '')
  })

  it('would not, with a mistake in them', async () => {
    const wrong = parse(
      text('job.yaml').replace('completionMode: Indexed', 'completionMode: Numbered'),
    ) as Manifest
    const unknown = parse(text('job.yaml').replace('ttlSecondsAfterFinished', 'ttlSeconds')) as Manifest

    assert.throws(() => validate(wrong), /completionMode/)
    assert.match(await typeErrors([['Job', unknown]]), /ttlSeconds/)
  })

  it('give each shard an index, and the last one to the merge', () => {
    const { completionMode, completions, parallelism, backoffLimitPerIndex } = job.spec!

    assert.deepEqual(
      { completionMode, completions, parallelism, backoffLimitPerIndex },
      {
        completionMode: 'Indexed',
        completions: shards + 1,
        parallelism: shards + 1,
        backoffLimitPerIndex: 0,
      },
    )
    const { limits } = parse(parse(text('deployment-file.yaml')).data['deployment.yaml']) as {
      readonly limits: { readonly concurrency: number }
    }
    assert.ok(shards <= limits.concurrency)
  })

  it('run without rights, within limits, with secrets by reference', () => {
    assert.equal(pod.securityContext?.runAsNonRoot, true)
    assert.equal(pod.automountServiceAccountToken, false)
    assert.deepEqual(container!.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.ok(container!.resources?.limits?.cpu && container!.resources.limits.memory)
    assert.deepEqual(container!.envFrom, [{ secretRef: { name: 'assay-credentials' } }])
    for (const { name = '' } of container!.env ?? []) assert.doesNotMatch(name, /secret|token|password/i)
  })

  it('name existing volumes, the deployment file and the entry point of the image', () => {
    const mounted = container!.volumeMounts!.map(({ name }) => name).sort()
    assert.deepEqual(mounted, pod.volumes!.map(({ name }) => name).sort())
    const names = manifests.map(({ manifest }) => (manifest as unknown as IJob).metadata?.name)
    const used = pod.volumes!.flatMap(
      ({ configMap, persistentVolumeClaim }) => configMap?.name ?? persistentVolumeClaim?.claimName ?? [],
    )
    assert.ok(used.length === 2 && used.every((name) => names.includes(name)))
    const [, entryPoint] = /^ENTRYPOINT \["node", "([^"]+)"\]$/m.exec(
      readFileSync(join(root, 'Dockerfile'), 'utf8'),
    )!
    assert.equal(container!.args![0]!.split(`node ${entryPoint} `).length, 3)
    const file = parse(parse(text('deployment-file.yaml')).data['deployment.yaml']) as object
    for (const key of Object.keys(file)) assert.ok(key in deploymentFileSchema.properties, key)
  })
})

describe('the command of the Job', () => {
  /** Fewer than in the manifest: the command is the same. */
  const few = 2
  const credentials = { clientId: 'job-client', clientSecret: 'secret-of-the-job' }
  const statesToken = 'states-token-of-the-job'
  const work = emptyFolder()
  let reference: Reference

  before(async () => {
    reference = await startReference({ credentials, statesToken })
    const { 'deployment.yaml': file = '' } = parse(text('deployment-file.yaml')).data as Record<
      string,
      string
    >
    // So few areas, so quickly, that a run is short.
    writeFileSync(
      join(work, 'deployment.yaml'),
      `${file.replace('requestsPerSecond: 20', 'requestsPerSecond: 1000')}areas: [discoveries, exchange-rates]\n`,
    )
  })
  after(() => reference.close())

  /** The pod with an index, on paths of this machine. */
  function runPod(index: number, uid: string) {
    const script = container!
      .args![0]!.replaceAll('/assay/cli/assay.mjs', join(root, 'cli/assay.ts'))
      .replaceAll('/etc/assay', work)
      .replaceAll('/work/reports', join(work, 'reports'))
      .replace('--wait 3600', '--wait 1')
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
    return run('/bin/sh', ['-c', script], {
      ...inherited,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      SHARDS: String(few),
      JOB_COMPLETION_INDEX: String(index),
      RUN: uid,
      PLATFORM_URL: reference.url,
      PLATFORM_CLIENT_ID: credentials.clientId,
      PLATFORM_CLIENT_SECRET: credentials.clientSecret,
      STATES_URL: reference.statesUrl,
      STATES_TOKEN: statesToken,
    })
  }
  const report = (uid: string) =>
    JSON.parse(readFileSync(join(work, 'reports', uid, 'report/conformance.json'), 'utf8')) as Conformance

  it('runs each shard and merges them', async () => {
    for (let index = 0; index < few; index++) {
      const { code, output } = await runPod(index, 'uid-1')
      assert.equal(code, 0, output)
    }
    const { code, output } = await runPod(few, 'uid-1')

    assert.equal(code, 0, output)
    assert.match(output, new RegExp(`Shards ended: ${few} of ${few}`))
    assert.deepEqual([report('uid-1').verdict, report('uid-1').seed], ['conformant', 'uid-1'])
  })

  it('gives no verdict of conformance where a shard is lost', async () => {
    rmSync(join(work, 'reports/uid-1/shards', '2'), { recursive: true })
    const { code, output } = await runPod(few, 'uid-1')

    assert.equal(code, 3, output)
    assert.equal(report('uid-1').incompleteReason, `shard 2 of ${few} is missing`)
  })
})
