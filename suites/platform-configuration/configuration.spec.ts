/** Global platform settings (contract: What the service does, row Platform Configuration). */
import {
  Blocked,
  check,
  expect,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'

check('CFG-01', 'the configuration is read', async ({ platform }) => {
  const response = await platform.configuration.get()

  expect(response).toHaveStatus(200)
  expect(response.body).toEqual(expect.any(Object))
})

check('CFG-02', 'a changed setting leaves the others unchanged', async (context) => {
  const { configuration } = context.platform
  const { setting, values } = await arrangePlatformSetting(context)
  const before = await configuration.get()
  const changed = async (value: unknown) => {
    await configuration.update({ [setting]: value }, (await configuration.get()).body)
    return context.poll(
      () => configuration.get(),
      ({ body }) => JSON.stringify(valueAt(body, setting)) === JSON.stringify(value),
    )
  }

  const [first, second] = await requireAlone({ setting, values, before }, () =>
    puttingBack(context, setting, before, async () => [await changed(values[0]), await changed(values[1])]),
  )

  expect(valueAt(first?.body, setting)).toEqual(values[0])
  expect(valueAt(second?.body, setting)).toEqual(values[1])
  expect(settingsIn(second?.body)).toEqual(expect.arrayContaining([...settingsIn(before.body)]))
})

check('CFG-03', 'a change that is not an object is rejected', async (context) => {
  await arrangePlatformSetting(context)

  const response = await context.platform.configuration.update([])

  expect(response).toBeError(400, 415)
})

/** Performs an action that may change a shared setting, and always restores the setting. */
async function puttingBack<Done>(
  { platform }: Pick<CheckContext, 'platform'>,
  setting: string,
  before: CheckedResponse,
  act: () => Promise<Done>,
): Promise<Done> {
  const value = valueAt(before.body, setting)
  try {
    return await act()
  } finally {
    if (value !== undefined)
      await platform.configuration.update({ [setting]: value }, (await platform.configuration.get()).body)
  }
}

const settingsIn = (body: unknown): readonly string[] => Object.keys(body ?? {})

/**
 * The reads after each change.
 *
 * @throws Blocked when they show other values, but not when the changes are made again: another run changes the setting
 */
async function requireAlone(
  { setting, values, before }: { setting: string; values: readonly unknown[]; before: CheckedResponse },
  changeTwice: () => Promise<readonly CheckedResponse[]>,
): Promise<readonly CheckedResponse[]> {
  const isShown = (shown: readonly CheckedResponse[]) =>
    shown.every(({ body }, nth) => JSON.stringify(valueAt(body, setting)) === JSON.stringify(values[nth]))
  const shown = await changeTwice()
  requireShown(setting, [before, ...shown])
  if (isShown(shown) || !isShown(await changeTwice())) return shown
  throw new Blocked(
    'environment',
    `the setting ${setting} did not have the value that Assay had set, but had it when Assay set it again`,
    'Run again while nothing else, such as another run, changes the configuration of the platform.',
  )
}

/**
 * @throws Blocked when no read shows the setting, which the deployment names: the contract does not show the
 *   configuration
 */
function requireShown(setting: string, reads: readonly (CheckedResponse | undefined)[]): void {
  const isShown = reads.some((read) => valueAt(read?.body, setting) !== undefined)
  if (isShown || reads.some((read) => read?.status !== 200)) return
  throw new Blocked(
    'deployment-file',
    `the configuration never shows the setting ${setting} of the state platform-setting (exchange ${reads[0]?.exchange ?? 'none'})`,
    'Return a setting that the configuration has as a field when it is read.',
  )
}

/** @throws Blocked when the deployment names fewer than two values */
async function arrangePlatformSetting({ arrange }: Pick<CheckContext, 'arrange'>) {
  const { setting, values } = await arrange('platform-setting', {})
  if (values.length >= 2) return { setting, values }
  throw new Blocked(
    'deployment-file',
    'the state platform-setting has fewer than two values of its setting',
    'Return setting and two values from the state platform-setting.',
  )
}
