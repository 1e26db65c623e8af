import type { ApiReply } from '../../api/client.ts'

export type BlacklistEntry = ApiReply<'GET /api/blacklist'>[number]
export type BlacklistType = BlacklistEntry['type']
export type EntryCheckReply = ApiReply<'GET /api/blacklist/check'>
export type ImportReply = ApiReply<'POST /api/blacklist/import'>

/** In the dialog's order. */
export const blacklistTypes = ['ip', 'username', 'hwid', 'email'] as const satisfies readonly BlacklistType[]

export const typeNames: Readonly<Record<BlacklistType, string>> = {
  ip: 'IP',
  username: 'Username',
  hwid: 'HWID',
  email: 'Email',
}

export const typeOptions = blacklistTypes.map((value) => ({ value, label: typeNames[value] }))

export const typeHints: Readonly<Record<BlacklistType, string>> = {
  ip: 'One address, or a network such as 203.0.113.0/24. IPv4 and IPv6.',
  username: 'Upper and lower case do not count.',
  hwid: 'The hardware id as the software sends it.',
  email: 'The address of an account. Upper and lower case do not count.',
}
