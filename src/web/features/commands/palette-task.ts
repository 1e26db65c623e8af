import type { ApiReply } from '../../api/client.ts'

type Found = ApiReply<'POST /api/search'>
export type FoundUser = Found['users'][number]
export type FoundLicense = Found['licenses'][number]
export type FoundWebhook = Found['webhooks'][number]

/** What the ban dialog begins with. */
type BanReach = 'user' | 'device' | 'everywhere'

/** An action on what was found. The page carries it out, with the same confirmations as elsewhere. */
export type PaletteTask =
  | { readonly kind: 'pause' | 'unpause' | 'unban' | 'reset-hwid' | 'extend-user'; readonly user: FoundUser }
  | { readonly kind: 'ban'; readonly user: FoundUser; readonly reach: BanReach }
  | { readonly kind: 'extend-license' | 'switch-license'; readonly license: FoundLicense }

export type RunTask = (task: PaletteTask) => void
