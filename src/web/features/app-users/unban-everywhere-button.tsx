import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { useUnbanEverywhere } from './use-ban-everywhere.ts'
import type { Inspection } from './use-inspection.ts'

export interface UnbanEverywhereButtonProps {
  readonly applicationId: number
  readonly inspection: Inspection
}

/** Takes back a ban in all applications; absent when the ban added no blacklist entries. */
export function UnbanEverywhereButton({ applicationId, inspection }: UnbanEverywhereButtonProps) {
  const { user, bannedIn } = inspection
  const unban = useUnbanEverywhere(applicationId)
  if (bannedIn === 0) return null
  return (
    <>
      <p className="text-second text-fg-2">
        Blocked in {formatCount(bannedIn, 'application')} by a ban. Unban lifts the ban here only; the blacklist entries
        stay.
      </p>
      <Button className="self-start" size="sm" needs="help" isBusy={unban.isPending} onClick={() => unban.mutate(user)}>
        Unban Everywhere
      </Button>
    </>
  )
}
