import { expect, it } from 'vitest'
import { shopProvider, shopProviderIds } from '../../shared/shops.ts'
import { steps } from './shops.ts'

it('says of each shop that was never tried with an account that it was not, and what else could not be verified', () => {
  const others = shopProviderIds.filter((id) => id !== 'generic' && id !== 'api')
  expect(others).toHaveLength(6)
  for (const id of others) {
    expect(steps[id].at(-1), shopProvider(id).name).toMatch(/Not tested with a live account\./)
  }
})
