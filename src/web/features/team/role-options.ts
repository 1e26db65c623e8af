import { type MemberRole, memberRoles, roleNames } from '../../../shared/rights.ts'
import * as texts from '../../texts/team.ts'

/** What each role may do, in a sentence. */
export const roleTexts: Readonly<Record<MemberRole, string>> = {
  viewer: texts.seesEverythingWithKeys,
  support: texts.helpsUsersPauseBan,
  manager: texts.canDoEverythingExcept,
}

export const roleOptions = memberRoles.map((value) => ({ value, label: roleNames[value] }))
