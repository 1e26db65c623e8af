import type { ReactNode } from 'react'
import * as texts from '../../texts/application.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog-value.ts'
import { SettingRow } from '../../ui/form/setting-row.tsx'
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
            title={texts.deleteText}
            text={
              <>
                {texts.deletes} <bdi>{name}</bdi> {texts.withItsUsersLicenses}
              </>
            }
          >
            <Button variant="danger" needs="delete" onClick={onDelete}>
              {texts.deleteText2}
            </Button>
          </SettingRow>
        )}
      </ul>
    </Card>
  )
}

function ActiveRow({ application: { id, name, isActive } }: Pick<SettingsDangerProps, 'application'>) {
  const asking = useDialog()
  const sessions = useApplicationStats(id).data?.activeSessions
  const change = useSwitchApplication(id, asking.close)
  if (!isActive) {
    return (
      <SettingRow title={texts.activate} text={texts.theApplicationIsOffline}>
        <Button needs="manage" isBusy={change.isPending} onClick={() => change.mutate(true)}>
          {texts.activate}
        </Button>
      </SettingRow>
    )
  }
  const effect = texts.everyRequestIsRejected(endOf(sessions))
  return (
    <SettingRow title={texts.deactivate} text={capitalized(effect)}>
      <Button needs="manage" onClick={asking.open}>
        {texts.deactivateText}
      </Button>
      <ConfirmDialog
        needs="manage"
        {...asking.dialog}
        title={texts.deactivateApplication}
        text={
          <>
            <bdi className="font-medium text-fg">{name}</bdi> {texts.goesOffline(effect)}
          </>
        }
        confirmText={texts.deactivate}
        pendingText={texts.deactivating}
        isPending={change.isPending}
        onConfirm={() => change.mutate(false)}
      />
    </SettingRow>
  )
}

/** Says how many people stop at once; nothing where nobody does. */
function endOf(sessions: number | undefined): string {
  if (sessions === 0) return ''
  if (sessions === undefined) return texts.liveSessionsEndAnd
  return texts.and(sessions, sessions === 1 ? 'ends' : 'end')
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
