/** Discover payment rails, banks and providers (contract: What the service does, Discoveries). */
import { check, expect } from '../../fixtures/index.ts'
import { discoveredIn } from './found.ts'
import { REJECTED } from '../rejections.ts'

check('DIS-01', 'existing discoveries are returned', async ({ arrange, platform }) => {
  const corridor = await arrange('discovery-corridor', {})

  const response = await platform.discoveries.discover(corridor)

  expect(response).toHaveStatus(200)
  expect(discoveredIn(response)).not.toEqual([])
})

check('DIS-03', 'an unknown country causes no server error', async ({ arrange, platform }) => {
  const { currency } = await arrange('discovery-corridor', {})

  const response = await platform.discoveries.discover({ country: 'QQ', currency })

  expect(response).toHaveStatus(200, ...REJECTED)
})

check('DIS-04', 'an unknown currency causes no server error', async ({ arrange, platform }) => {
  const { country } = await arrange('discovery-corridor', {})

  const response = await platform.discoveries.discover({ country, currency: 'QQQ' })

  expect(response).toHaveStatus(200, ...REJECTED)
})
