/** The rules of imports, for dependency-cruiser. docs/architecture.md explains them. */
import type { ICruiseOptions, IRegularForbiddenRuleType, IResolveOptions } from 'dependency-cruiser'

/** Which top-level folders each folder may import from, besides itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  errors: ['spec'],
  fixtures: ['spec', 'errors'],
  suites: ['spec', 'fixtures'],
  runner: ['spec', 'errors', 'fixtures', 'suites', 'reports'],
  exploration: ['spec', 'fixtures', 'suites'],
  reports: ['spec'],
  reference: ['spec'],
  'second-opinions': ['spec', 'reports'],
  selftest: ['spec', 'errors', 'fixtures', 'runner', 'reports', 'reference'],
  certificates: ['spec', 'errors', 'fixtures', 'reports'],
  registry: ['spec', 'errors', 'reports', 'certificates'],
  traffic: ['spec', 'errors', 'fixtures'],
  doctor: ['spec', 'errors', 'fixtures', 'reports'],
  init: ['spec', 'errors', 'fixtures', 'reports'],
  cli: [
    'spec',
    'errors',
    'fixtures',
    'runner',
    'exploration',
    'reports',
    'reference',
    'second-opinions',
    'selftest',
    'certificates',
    'registry',
    'traffic',
    'doctor',
    'init',
  ],
}

/** The folders whose imports have rules. */
export const folders = Object.keys(ALLOWED)

/** A package, installed or not. */
const packages = (names: string) => `(?:^|node_modules/)(?:${names})(?:/|$)`

/** Types are imported from anywhere: nothing of them runs. */
const RUNS = { dependencyTypesNot: ['type-only' as const] }

const forbid = (
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, severity: 'error', from, to })

const forbidden: readonly IRegularForbiddenRuleType[] = [
  ...Object.entries(ALLOWED).map(([folder, allowed]) =>
    forbid(
      `direction of ${folder}`,
      { path: `^${folder}/` },
      { dependencyTypes: ['local'], pathNot: `^(?:${[folder, ...allowed].join('|')})/|^package\\.json$` },
    ),
  ),
  forbid('no cycle', {}, { circular: true, viaOnly: RUNS }),
  forbid(
    'suites import fixtures/index.ts only',
    { path: '^suites/[^/]+/' },
    { path: '^fixtures/', pathNot: '^fixtures/index\\.ts$' },
  ),
  forbid(
    'exploration imports only expectations of suites',
    { path: '^exploration/' },
    {
      path: '^suites/',
      pathNot: [
        '^suites/[^/]+/[a-z-]*expectations\\.ts$',
        '^suites/(?:expectations|rejections|invalid-credentials)\\.ts$',
      ],
    },
  ),
  forbid(
    'second-opinions import types only of reports',
    { path: '^second-opinions/' },
    { path: '^reports/', ...RUNS },
  ),
  // The module `hooks` is there where Dredd runs the file.
  forbid(
    'no package that is installed for tests only',
    { pathNot: '^selftest/|^second-opinions/dredd-hooks\\.cjs$' },
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'undetermined', 'unknown'],
      pathNot: packages('@modelcontextprotocol/server'),
      ...RUNS,
    },
  ),
  // It names the package where it is not installed.
  forbid(
    'only cli/mcp/load-sdk.ts loads the SDK of the Model Context Protocol',
    { pathNot: '^cli/mcp/load-sdk\\.ts$' },
    { path: packages('@modelcontextprotocol/server'), ...RUNS },
  ),
  forbid(
    'the libraries that verify differ from those that sign',
    { path: '^reference/' },
    { path: packages('@noble/[^/]+') },
  ),
  forbid(
    'the libraries that sign differ from those that verify',
    { path: '^(?:fixtures|suites|exploration)/' },
    { path: packages('hash-wasm|tiny-secp256k1') },
  ),
  forbid(
    'only expectations and the tests of Playwright import Playwright',
    { pathNot: '^(?:fixtures/expect|runner/playwright/register-tests)\\.ts$' },
    { path: packages('@playwright/test'), pathNot: '/reporter(?:\\.|$)' },
  ),
]

export const cruiseOptions: ICruiseOptions = {
  ruleSet: { forbidden: [...forbidden] },
  validate: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^spec/generated/validators' },
  // TypeScript 7 has no interface that dependency-cruiser knows.
  parser: 'swc',
  tsPreCompilationDeps: true,
}

export const resolveOptions: Partial<IResolveOptions> = {
  extensions: ['.ts', '.mjs', '.js', '.json'],
  exportsFields: ['exports'],
  conditionNames: ['import', 'require', 'node', 'default', 'types'],
}
