import { useState } from 'react'
import * as texts from '../../texts/app-users.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { useDevices } from './use-devices.ts'

export interface ResetHwidButtonProps {
  readonly applicationId: number
  readonly userId: number
  readonly isBusy: boolean
  readonly onReset: () => void
}

/** Releases every device of the user at once; asks first where an offline file goes on working on one. */
export function ResetHwidButton({ applicationId, userId, isBusy, onReset }: ResetHwidButtonProps) {
  const { data } = useDevices(applicationId, userId)
  const [isOpen, setIsOpen] = useState(false)
  const [until] = (data?.devices ?? [])
    .flatMap(({ offlineUntil }) => offlineUntil ?? [])
    .sort((a, b) => b.localeCompare(a))
  return (
    <>
      <Button
        size="sm"
        needs="help"
        isBusy={isBusy}
        onClick={() => (until === undefined ? onReset() : setIsOpen(true))}
      >
        {texts.resetHwid}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.resetHwid}
        text={until && texts.worksOffline(formatDateTime(until))}
        needs="help"
        confirmText={texts.resetHwid}
        onConfirm={() => {
          setIsOpen(false)
          onReset()
        }}
      />
    </>
  )
}
