import { type TokenAction, tokenActions } from '../../../shared/token-actions.ts'
import * as texts from '../../texts/account.ts'

/** What a token may be allowed to do: per area, reading and changing. */
export interface ActionGroup {
  readonly name: string
  readonly read: TokenAction | undefined
  readonly write: TokenAction | undefined
}

const names: Readonly<Record<string, string>> = {
  applications: texts.applications,
  users: texts.users,
  licenses: texts.licenses,
  orders: texts.orders,
  activity: texts.activity,
  blacklist: texts.blacklist,
  webhooks: texts.webhooks,
  messages: texts.messages,
}

const find = (action: string) => tokenActions.find((known) => known === action)

export const actionGroups: readonly ActionGroup[] = Object.entries(names).map(([subject, name]) => ({
  name,
  read: find(`${subject}:read`),
  write: find(`${subject}:write`),
}))

/** `Users: read and change`, one line per area. */
export function actionLines(actions: readonly TokenAction[]): readonly string[] {
  return actionGroups.flatMap(({ name, read, write }) => {
    const mayRead = read !== undefined && actions.includes(read)
    const mayWrite = write !== undefined && actions.includes(write)
    if (!mayRead && !mayWrite) return []
    return [`${name}: ${[mayRead && 'read', mayWrite && 'change'].filter(Boolean).join(' and ')}`]
  })
}
