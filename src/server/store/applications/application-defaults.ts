import { defaultMinPasswordLength, newApplicationVersion } from '../../../shared/constants.ts'
import type { ApplicationSettings } from './applications.ts'

/** Defaults of a new application. */
export const applicationDefaults: Omit<ApplicationSettings, 'name'> = {
  description: '',
  version: newApplicationVersion,
  hwidLockEnabled: true,
  isActive: true,
  registrationMode: 'open',
  registrationDays: null,
  minPasswordLength: defaultMinPasswordLength,
  isVersionRequired: false,
  isVerifyStrict: false,
  isKeyInHeaderOnly: false,
  downloadUrl: null,
  sessionLimit: null,
  sessionLimitPolicy: 'reject',
  deviceLimit: 1,
  graceDays: 0,
  activityDays: null,
  activityRows: null,
  licenseLogin: false,
  leaseHours: null,
  features: {},
  loginSuccessMessage: null,
  loginFailedMessage: null,
  accountDisabledMessage: null,
  accountExpiredMessage: null,
  versionMismatchMessage: null,
  hwidMismatchMessage: null,
}
