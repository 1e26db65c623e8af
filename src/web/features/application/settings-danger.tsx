import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { type Application, useApplicationStats, useSwitchApplication } from './use-application.ts'

export interface SettingsDangerProps {
  readonly application: Application
  /** The row that passes the application to another owner. */
  readonly transfer: ReactNode
  readonly onDelete: () => void
}

/** What ends something for others. Rows that the viewer has no right to are absent. */
export function SettingsDanger({ application, transfer, onDelete }: SettingsDangerProps) {
  const { can, name } = application
  return (
    <Card className="border-bad/40">
      <ul className="divide-y divide-line">
        {can.includes('manage') && <ActiveRow application={application} />}
        {can.includes('team') && transfer}
        {can.includes('delete') && (
          <SettingRow
            title="Delete"
            text={
              <>
                Deletes <bdi>{name}</bdi> with its users, licenses, webhooks and activity. This action cannot be undone.
              </>
            }
          >
            <Button variant="danger" needs="delete" onClick={onDelete}>
              Delete…
            </Button>
          </SettingRow>
        )}
      </ul>
    </Card>
  )
}

function ActiveRow({ application: { id, name, isActive } }: Pick<SettingsDangerProps, 'application'>) {
  const [isAsking, setIsAsking] = useState(false)
  const sessions = useApplicationStats(id).data?.activeSessions
  const change = useSwitchApplication(id, () => setIsAsking(false))
  if (!isActive) {
    return (
      <SettingRow title="Activate" text="The application is offline and every request is rejected.">
        <Button needs="manage" isBusy={change.isPending} onClick={() => change.mutate(true)}>
          Activate
        </Button>
      </SettingRow>
    )
  }
  const effect = `${endOf(sessions)}every request is rejected until you activate it again.`
  return (
    <SettingRow title="Deactivate" text={capitalized(effect)}>
      <Button needs="manage" onClick={() => setIsAsking(true)}>
        Deactivate…
      </Button>
      <ConfirmDialog
        needs="manage"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Deactivate Application"
        text={
          <>
            <bdi className="font-medium text-fg">{name}</bdi> goes offline: {effect}
          </>
        }
        confirmText="Deactivate"
        pendingText="Deactivating…"
        isPending={change.isPending}
        onConfirm={() => change.mutate(false)}
      />
    </SettingRow>
  )
}

/** Says how many people stop at once; nothing where nobody does. */
function endOf(sessions: number | undefined): string {
  if (sessions === 0) return ''
  if (sessions === undefined) return 'live sessions end, and '
  return `${formatCount(sessions, 'live session')} ${sessions === 1 ? 'ends' : 'end'}, and `
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
