import type { ApiReply } from '../../api/client.ts'

export type BlacklistEntry = ApiReply<'GET /api/blacklist'>[number]
export type BlacklistType = BlacklistEntry['type']

/** In the order of the dialog. */
export const blacklistTypes = ['ip', 'username', 'hwid', 'email'] as const satisfies readonly BlacklistType[]

export const typeNames: Readonly<Record<BlacklistType, string>> = {
  ip: 'IP',
  username: 'Username',
  hwid: 'HWID',
  email: 'Email',
}
