import * as texts from '../texts/common.ts'
import { Badge } from '../ui/badge.tsx'

export interface UserBadgesProps {
  readonly user: {
    readonly isActive: boolean
    readonly isPaused: boolean
    readonly isBanned: boolean
    readonly kind?: 'account' | 'license'
    readonly effectiveExpiresAt: string | null
  }
}

/** Paused, else Active or Inactive; Expired, Banned and who signs in with a license key are badges of their own. */
export function UserBadges({ user: { isActive, isPaused, isBanned, kind, effectiveExpiresAt } }: UserBadgesProps) {
  const isOver = effectiveExpiresAt !== null && new Date(effectiveExpiresAt) <= new Date()
  return (
    <span className="flex flex-wrap gap-1.5">
      {isPaused ? (
        <Badge tone="warn">{texts.paused}</Badge>
      ) : isActive ? (
        <Badge tone="ok">{texts.active}</Badge>
      ) : (
        <Badge tone="neutral">{texts.inactive}</Badge>
      )}
      {isOver && <Badge tone="bad">{texts.expired}</Badge>}
      {isBanned && <Badge tone="bad">{texts.banned}</Badge>}
      {kind === 'license' && <Badge tone="neutral">{texts.licenseKey}</Badge>}
    </span>
  )
}
