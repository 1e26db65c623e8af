import { type MemberRole, memberRoles, roleNames } from '../../../shared/rights.ts'

/** What each role may do, in a sentence. */
export const roleTexts: Readonly<Record<MemberRole, string>> = {
  viewer: "Sees everything, with keys masked. Can't change anything.",
  support: "Helps users: pause, ban, extend, reset HWID, end sessions. Can't create, delete or export.",
  manager: 'Can do everything except manage the team, transfer or delete the application.',
}

export const roleOptions = memberRoles.map((value) => ({ value, label: roleNames[value] }))
