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
        <Badge tone="warn">Paused</Badge>
      ) : isActive ? (
        <Badge tone="ok">Active</Badge>
      ) : (
        <Badge tone="neutral">Inactive</Badge>
      )}
      {isOver && <Badge tone="bad">Expired</Badge>}
      {isBanned && <Badge tone="bad">Banned</Badge>}
      {kind === 'license' && <Badge tone="neutral">License key</Badge>}
    </span>
  )
}
