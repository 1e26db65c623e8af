import { expect, test } from 'vitest'
import { changeOf, settingsErrors, settingsOf } from './settings-form.ts'
import type { Application } from './use-application.ts'

const application: Application = {
  id: 7,
  name: 'My Game App',
  description: '',
  version: '1.0',
  apiKey: 'ak_1',
  isActive: true,
  hwidLockEnabled: true,
  registrationMode: 'open',
  registrationDays: null,
  minPasswordLength: 8,
  isVersionRequired: false,
  isVerifyStrict: false,
  downloadUrl: null,
  sessionLimit: null,
  sessionLimitPolicy: 'reject',
  deviceLimit: 1,
  hwidTolerance: 0,
  graceDays: 0,
  leaseHours: null,
  offlineStart: false,
  licenseLogin: false,
  features: {},
  isKeyInHeaderOnly: false,
  activityDays: null,
  activityRows: null,
  portalEnabled: false,
  portalSlug: null,
  portalName: null,
  portalColor: null,
  portalSupportUrl: null,
  portalWelcome: null,
  portalKeyOnly: 'view',
  deviceReleaseDays: 7,
  versionMismatchMessage: null,
  loginSuccessMessage: null,
  loginFailedMessage: null,
  accountDisabledMessage: null,
  accountExpiredMessage: null,
  hwidMismatchMessage: null,
  createdAt: '2026-11-03T10:00:00.000Z',
  role: 'owner',
  can: [],
  owner: 'sofia@example.com',
  attention: { webhooks: 0, transfer: null },
  counts: { users: 0, licenses: 0, activity: 0, webhooks: 0, blacklist: 0 },
}
const form = settingsOf(application)

test('only what was changed is sent', () => {
  expect(changeOf(form, application)).toEqual({})
  expect(changeOf({ ...form, name: ' Other ', isActive: false }, application)).toEqual({
    name: 'Other',
    isActive: false,
  })
})

test('blank numbers and addresses travel as null, others as numbers', () => {
  const limited = { ...application, sessionLimit: 2, downloadUrl: 'https://a.test/' }
  expect(changeOf({ ...settingsOf(limited), sessionLimit: '', downloadUrl: ' ' }, limited)).toEqual({
    sessionLimit: null,
    downloadUrl: null,
  })
  expect(changeOf({ ...form, registrationDays: ' 30 ' }, application)).toEqual({ registrationDays: 30 })
})

test('a blank name, a blank version and a number below 1 are refused beside their fields', () => {
  expect(settingsErrors(form)).toEqual({})
  expect(
    Object.keys(settingsErrors({ ...form, name: ' ', version: '', sessionLimit: '0', registrationDays: '1.5' })),
  ).toEqual(['name', 'version', 'registrationDays', 'sessionLimit'])
})

test('activity is kept as long as the server keeps it, or shorter; a thousand may be written as 1,000', () => {
  expect(changeOf({ ...form, activityDays: '30', activityRows: '1,000' }, application)).toEqual({
    activityDays: 30,
    activityRows: 1_000,
  })
  const short = { ...application, activityDays: 30 }
  expect(changeOf({ ...settingsOf(short), activityDays: '' }, short)).toEqual({ activityDays: null })
  expect(Object.keys(settingsErrors({ ...form, activityDays: 'many', activityRows: '999' }))).toEqual([
    'activityDays',
    'activityRows',
  ])
})

test('offline leases are off, or last 1 to 72 hours', () => {
  expect(changeOf({ ...form, leaseHours: ' 24 ' }, application)).toEqual({ leaseHours: 24 })
  expect(changeOf({ ...form, hwidTolerance: '2' }, application)).toEqual({ hwidTolerance: 2 })
  const leasing = { ...application, leaseHours: 24 }
  expect(changeOf({ ...settingsOf(leasing), leaseHours: null }, leasing)).toEqual({ leaseHours: null })
  for (const leaseHours of ['1', '72', '720']) expect(settingsErrors({ ...form, leaseHours })).toEqual({})
  for (const leaseHours of ['', '0', '721', '1.5', 'day']) {
    expect(Object.keys(settingsErrors({ ...form, leaseHours }))).toEqual(['leaseHours'])
  }
})
