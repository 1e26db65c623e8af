import { useState } from 'react'
import type { OfflineSubject } from '../../api/query-keys/offline-files.ts'
import * as texts from '../../texts/offline-files.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { DrawerSection } from '../drawer/drawer-section.tsx'
import { type OfflineFileRow, useOfflineFiles, useWithdrawOfflineFile } from './use-offline-files.ts'

export interface OfflineFileListProps {
  readonly applicationId: number
  readonly of: OfflineSubject
}

/** The files that were made: on which computer each works until when, and to withdraw it. */
export function OfflineFileList({ applicationId, of }: OfflineFileListProps) {
  const { data, error, refetch, isRefetching } = useOfflineFiles(applicationId, of)
  const [asked, setAsked] = useState<OfflineFileRow>()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const withdraw = useWithdrawOfflineFile(applicationId, close)
  return (
    <DrawerSection title={texts.files}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      {data?.length === 0 && <p className="text-second text-fg-3">{texts.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {data.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              onWithdraw={() => {
                setAsked(file)
                setIsOpen(true)
              }}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={texts.withdrawTitle}
        text={asked && texts.withdrawText(formatDateTime(asked.expiresAt))}
        needs="manage"
        confirmText={texts.withdraw}
        pendingText={texts.withdrawing}
        isPending={withdraw.isPending}
        onConfirm={() => asked && withdraw.mutate(asked)}
      />
    </DrawerSection>
  )
}

interface FileRowProps {
  readonly file: OfflineFileRow
  readonly onWithdraw: () => void
}

function FileRow({ file, onWithdraw }: FileRowProps) {
  const { hwid, expiresAt, createdAt, createdBy, withdrawnAt } = file
  const isOver = new Date(expiresAt) <= new Date()
  const state = isOver ? texts.expired : withdrawnAt === null ? texts.worksUntil : texts.withdrawn
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-3">
      <div className="min-w-0 grow basis-48">
        <TruncatedText text={hwid} isMono />
        <p className="text-second text-fg-2">
          {state} <Time value={expiresAt} show="date-time" />
        </p>
        <p className="text-second text-fg-3">
          {texts.madeBy} <bdi>{createdBy}</bdi> <Time value={createdAt} />
        </p>
      </div>
      {!isOver && withdrawnAt === null && (
        <Button size="sm" needs="manage" aria-label={texts.withdrawNamed(hwid)} onClick={onWithdraw}>
          {texts.withdraw}
        </Button>
      )}
    </li>
  )
}
