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
  ip: 'One IP address, or a network such as 203.0.113.0/24. IPv4 or IPv6.',
  username: 'Ignores case.',
  hwid: 'The hardware ID that your software sends.',
  email: 'The email of a user. Ignores case.',
}
