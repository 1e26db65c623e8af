import * as texts from '../../texts/app-users.ts'
import { Button } from '../../ui/button.tsx'
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
      <p className="text-second text-fg-2">{texts.blockedInByA(bannedIn)}</p>
      <Button className="self-start" size="sm" needs="help" isBusy={unban.isPending} onClick={() => unban.mutate(user)}>
        {texts.unbanEverywhere}
      </Button>
    </>
  )
}
