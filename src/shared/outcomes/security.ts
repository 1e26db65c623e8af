import { messageDefaults } from '../messages.ts'
import type { OutcomeRow } from './outcome-row.ts'

const blocked = {
  code: 'access_blocked',
  status: 403,
  group: 'Security',
  title: 'Access blocked',
  message: 'Access blocked',
  remedy: 'Delete the blacklist entry to allow access.',
  clientHint: 'blocked',
} as const

/** Protection of an application against wrong devices, clients and users. */
export const securityOutcomes = {
  hwid_mismatch: {
    code: 'hwid_mismatch',
    status: 403,
    group: 'Security',
    title: 'Hardware ID mismatch detected!',
    message: messageDefaults.hwidMismatch,
    custom: 'hwidMismatch',
    event: 'hwid_mismatch',
    meaning: 'The user is locked to another device, or sent no usable hardware ID.',
    remedy: 'Reset the HWID of the user.',
    clientHint: 'hardware',
  },
  device_limit_reached: {
    code: 'device_limit_reached',
    status: 403,
    group: 'Security',
    title: 'Too many devices',
    message: messageDefaults.hwidMismatch,
    custom: 'hwidMismatch',
    event: 'hwid_mismatch',
    meaning: "All devices of the user are taken, and this isn't one of them.",
    remedy: 'Release a device of the user, or raise the limit.',
    clientHint: 'hardware',
  },
  version_mismatch: {
    code: 'version_mismatch',
    status: 403,
    group: 'Security',
    title: 'Please update your application!',
    message: messageDefaults.versionMismatch,
    custom: 'versionMismatch',
    event: 'version_mismatch',
    meaning: "The client's version is older than the application's.",
    remedy: 'Ask the user to install the current version.',
    clientHint: 'version',
  },
  blocked_ip: { ...blocked, event: 'login_blocked_ip', meaning: 'The IP address is on the blacklist.' },
  blocked_username: { ...blocked, event: 'login_blocked_username', meaning: 'The username is on the blacklist.' },
  blocked_email: { ...blocked, event: 'login_blocked_username', meaning: 'The email is on the blacklist.' },
  blocked_hwid: { ...blocked, event: 'login_blocked_hwid', meaning: 'The hardware ID is on the blacklist.' },
  application_offline: {
    code: 'application_offline',
    status: 403,
    group: 'Security',
    title: 'Application is offline',
    message: 'This application is offline. Please try again later.',
    meaning: 'The application is inactive.',
    remedy: 'Set the application to Active in its settings.',
  },
} as const satisfies Record<string, OutcomeRow>
