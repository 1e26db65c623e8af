import type { ApiReply } from '../../api/client.ts'
import * as texts from '../../texts/blacklist.ts'

export type BlacklistEntry = ApiReply<'GET /api/blacklist'>[number]
export type BlacklistType = BlacklistEntry['type']
export type EntryCheckReply = ApiReply<'GET /api/blacklist/check'>
export type ImportReply = ApiReply<'POST /api/blacklist/import'>

/** In the dialog's order. */
export const blacklistTypes = ['ip', 'username', 'hwid', 'email'] as const satisfies readonly BlacklistType[]

export const typeNames: Readonly<Record<BlacklistType, string>> = {
  ip: 'IP',
  username: texts.username,
  hwid: 'HWID',
  email: texts.email,
}

export const typeOptions = blacklistTypes.map((value) => ({ value, label: typeNames[value] }))

export const typeHints: Readonly<Record<BlacklistType, string>> = {
  ip: texts.oneIpAddressOr,
  username: texts.ignoresCase,
  hwid: texts.theHardwareIdThat,
  email: texts.theEmailOfA,
}
