import { expect, test } from 'vitest'
import { applicationRoutes } from '../../../shared/contract/applications.ts'
import { portalLabels } from './portal-form.ts'

test('every setting of the portal is in its dialog', () => {
  const settings = Object.keys(applicationRoutes['PATCH /api/applications/:id'].body.shape)
  const ofThePortal = settings.filter((name) => name.startsWith('portal') || name === 'deviceReleaseDays')
  expect(ofThePortal).toContain('portalSlug')
  expect(Object.keys(portalLabels).toSorted()).toEqual(ofThePortal.toSorted())
})
