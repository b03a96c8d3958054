/** Discover payment rails, banks and providers (contract: What the service does, Discoveries). */
import { basic, check, expect, type Stage } from '../../fixtures/index.ts'
import { foundIn } from './found.ts'

check('DIS-01', 'something is discovered where there is something', async ({ arrange, platform }) => {
  const corridor = await arrange('discovery-corridor', {})

  const answer = await platform.discoveries.discover(corridor)

  expect(answer).toHaveStatus(200)
  expect(foundIn(answer.body)).not.toEqual([])
})

const strangers: readonly {
  readonly title: string
  readonly authorization: (stage: Stage) => string | undefined
}[] = [
  { title: 'without credentials', authorization: () => undefined },
  {
    title: 'with credentials of nobody',
    authorization: ({ random }) => basic(random.uuid(), random.uuid()),
  },
]

for (const { title, authorization } of strangers) {
  check('DIS-02', `${title} nothing is discovered`, async (stage) => {
    const corridor = await stage.arrange('discovery-corridor', {})
    const stranger = stage.platform.presenting(authorization(stage))

    const answer = await stranger.discoveries.discover(corridor)

    expect(answer).toHaveStatus(401)
  })
}

check('DIS-03', 'a country that does not exist is no failure', async ({ arrange, platform }) => {
  const { currency } = await arrange('discovery-corridor', {})

  const answer = await platform.discoveries.discover({ country: 'QQ', currency })

  expect(answer).toHaveStatus(200, 400, 404)
})
