import { type MemberRole, memberRoles, roleNames } from '../../../shared/rights.ts'

/** What each role may do, in a sentence. */
export const roleTexts: Readonly<Record<MemberRole, string>> = {
  viewer: 'Sees everything, with keys masked. Changes nothing.',
  support: 'Helps users: pause, ban, extend, reset HWID, end sessions. Creates, deletes and exports nothing.',
  manager: 'Does everything except managing the team, transferring and deleting the application.',
}

export const roleOptions = memberRoles.map((value) => ({ value, label: roleNames[value] }))
