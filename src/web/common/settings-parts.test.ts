import { expect, test } from 'vitest'
import { applicationRoutes } from '../../shared/contract/applications.ts'
import { settingsHref, settingsPart, settingsParts } from './settings-parts.ts'

test('every setting of an application has one place; its messages have a section, and the portal a card, of their own', () => {
  const settings = Object.keys(applicationRoutes['PATCH /api/applications/:id'].body.shape)
  const placed = Object.values(settingsParts).flatMap(({ fields }) => [...fields])
  const elsewhere = settings.filter((name) => /Message$|^portal|^deviceReleaseDays$/.test(name))
  expect([...placed, ...elsewhere].toSorted()).toEqual(settings.toSorted())
})

test('an unknown part is General, whatever its name', () => {
  expect(settingsPart('danger')).toBe('danger')
  for (const name of [undefined, '', 'nonsense', 'constructor', '__proto__']) expect(settingsPart(name)).toBe('general')
})

test('an address names a part, or a field in it', () => {
  expect(settingsHref(7, 'team')).toBe('/app/7/settings/team')
  expect(settingsHref(7, 'sign-in', 'minPasswordLength')).toBe('/app/7/settings/sign-in#minPasswordLength')
})
