import { type ReactNode, useState } from 'react'
import type { Right } from '../../../shared/rights.ts'
import { downloadFile } from '../../api/download-file.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { ReauthenticationProvider, useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import { ownAccountKey, useOwnAccount } from '../../common/reauthentication/use-own-account.ts'
import * as texts from '../../texts/app-users.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { type UserFilter, userQuery } from './user-filter.ts'

export interface ExportHashesDialogProps extends DialogState {
  readonly applicationId: number
  /** The filter of the list. */
  readonly filter: UserFilter
}

type Format = 'csv' | 'json'

const formats: readonly { readonly value: Format; readonly label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
]

/** Exports users with password hashes, for a move to another server. Needs re-authentication. */
export function ExportHashesDialog(props: ExportHashesDialogProps) {
  const { data: account, dataUpdatedAt, error, refetch } = useOwnAccount()
  if (account !== undefined) {
    return (
      <ReauthenticationProvider account={account} askedAtMs={dataUpdatedAt}>
        <ExportForm {...props} />
      </ReauthenticationProvider>
    )
  }
  return (
    <Window {...props}>
      {error === null ? <Loading /> : <ErrorState message={error.message} onRetry={() => void refetch()} />}
    </Window>
  )
}

function ExportForm(props: ExportHashesDialogProps) {
  const { applicationId, filter, onClose } = props
  const [format, setFormat] = useState<Format>('csv')
  const reauthenticate = useReauthentication()
  const save = useMutate(
    () => {
      const { sort: _, ...query } = userQuery(filter)
      return downloadFile('GET /api/applications/:id/users/export', {
        params: { id: String(applicationId) },
        query: { ...query, format, passwordHashes: 'true' },
      })
    },
    { done: texts.exportFinished, failed: texts.exportFailed, refresh: ownAccountKey, onDone: onClose },
  )
  return (
    <Window {...props} needs="manage" isBusy={save.isPending} onSubmit={() => reauthenticate(() => save.mutate())}>
      <Segmented<Format> label={texts.format} options={formats} value={format} onChange={setFormat} />
      <p className="text-fg-2">{texts.withThisFileUsers}</p>
    </Window>
  )
}

interface WindowProps extends Pick<ExportHashesDialogProps, 'isOpen' | 'onClose'> {
  readonly isBusy?: boolean
  readonly needs?: Right
  /** Absent while the account loads. */
  readonly onSubmit?: () => void
  readonly children: ReactNode
}

function Window({ isOpen, onClose, needs, isBusy = false, onSubmit, children }: WindowProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.exportWithPasswordHashes}
      description={texts.exportsTheUsersIn}
      {...(onSubmit && { onSubmit })}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          {onSubmit && (
            <Button variant="primary" type="submit" needs={needs} isBusy={isBusy} busyText={texts.exporting}>
              {texts.exportText}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  )
}
