import * as texts from '../texts/common.ts'
import { Badge } from '../ui/badge.tsx'

export interface UserBadgesProps {
  readonly user: {
    readonly isActive: boolean
    readonly isPaused: boolean
    readonly isBanned: boolean
    readonly kind?: 'account' | 'license'
    /** Of its license. */
    readonly seats?: number
    readonly effectiveExpiresAt: string | null
    /** Until when access goes on after that. */
    readonly graceUntil: string | null
  }
}

/**
 * Paused, else Active or Inactive; Expired or Grace, Banned, who signs in with a license key and several seats are badges
 * of their own.
 */
export function UserBadges({ user }: UserBadgesProps) {
  const { isActive, isPaused, isBanned, kind, seats = 1, effectiveExpiresAt, graceUntil } = user
  const now = new Date()
  const isOver = effectiveExpiresAt !== null && new Date(effectiveExpiresAt) <= now
  const hasGrace = isOver && graceUntil !== null && now < new Date(graceUntil)
  return (
    <span className="flex flex-wrap gap-1.5">
      {isPaused ? (
        <Badge tone="warn">{texts.paused}</Badge>
      ) : isActive ? (
        <Badge tone="ok">{texts.active}</Badge>
      ) : (
        <Badge tone="neutral">{texts.inactive}</Badge>
      )}
      {hasGrace && <Badge tone="warn">{texts.grace}</Badge>}
      {isOver && !hasGrace && <Badge tone="bad">{texts.expired}</Badge>}
      {isBanned && <Badge tone="bad">{texts.banned}</Badge>}
      {kind === 'license' && <Badge tone="neutral">{texts.licenseKey}</Badge>}
      {seats > 1 && <Badge tone="neutral">{texts.seats(seats)}</Badge>}
    </span>
  )
}
