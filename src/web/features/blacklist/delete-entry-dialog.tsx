import * as texts from '../../texts/blacklist.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { type BlacklistEntry, typeNames } from './blacklist-types.ts'
import { useDeleteEntry } from './use-blacklist.ts'

export interface DeleteEntryDialogProps extends DialogState {
  readonly entry: BlacklistEntry
}

export function DeleteEntryDialog({ entry, ...dialog }: DeleteEntryDialogProps) {
  const remove = useDeleteEntry(dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.deleteBlacklistEntry}
      text={
        <>
          {typeNames[entry.type]} <bdi className="font-medium text-fg">{entry.value}</bdi> {texts.willNoLongerBe}
        </>
      }
      needs="help"
      confirmText={texts.deleteText}
      pendingText={texts.deleting}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(entry)}
    />
  )
}
