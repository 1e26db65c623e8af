import { useSearch } from '@tanstack/react-router'
import { useLinkedDialog } from '../common/address/use-linked-dialog.ts'
import { ReadOnlyNote } from '../features/application/read-only.tsx'
import type { Application } from '../features/application/use-application.ts'
import { TeamPanel } from '../features/team/team-panel.tsx'
import { TransferBanner } from '../features/team/transfer-banner.tsx'
import { useTeam } from '../features/team/use-team.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading } from '../ui/feedback/loading.tsx'

interface TeamSettingsProps {
  readonly application: Application
  readonly onLeft: () => void
}

/** The people of one application, at `/app/7/settings/team`. */
export function TeamSettings({ application, onLeft }: TeamSettingsProps) {
  const { id, attention } = application
  const team = useTeam(id)
  const { dialog } = useSearch({ strict: false })
  const linked = useLinkedDialog(dialog === 'invite' ? dialog : undefined)
  return (
    <>
      <ReadOnlyNote application={application} />
      {attention.transfer !== null && <TransferBanner application={application} until={attention.transfer} />}
      {team.error !== null && <ErrorState message={team.error.message} onRetry={() => void team.refetch()} />}
      {team.error === null && team.data === undefined && <Loading />}
      {team.data !== undefined && (
        <TeamPanel
          application={application}
          team={team.data}
          onLeft={onLeft}
          invitation={{ isOpen: linked.isOpen('invite'), onOpen: () => linked.show('invite'), onClose: linked.close }}
        />
      )}
    </>
  )
}
