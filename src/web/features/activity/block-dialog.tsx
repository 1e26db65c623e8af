import { useQuery } from '@tanstack/react-query'
import { addBlock, type Block, refreshedByBlocks, removeBlock, useBlockCheck } from '../../api/block.ts'
import { api } from '../../api/client.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/activity.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import type { Blocked } from './activity-menu.tsx'

const userKey = 'GET /api/applications/:id/users/:userId'

export interface BlockDialogProps extends DialogState {
  readonly blocked: Blocked
}

/** Asks before the IP address or the hardware ID of a row is blocked, and says whom it affects. */
export function BlockDialog({ blocked, isOpen, onClose }: BlockDialogProps) {
  const { value, isPending } = useBlockedValue(blocked)
  const wanted: Block = {
    applicationId: blocked.row.applicationId,
    type: blocked.type,
    value: value ?? '',
  }
  const check = useBlockCheck(wanted)
  const unblock = useMutate(removeBlock, { done: texts.blacklistEntryRemovedSuccessfully, refresh: refreshedByBlocks })
  const block = useMutate(addBlock, {
    done: texts.blacklistEntryAddedSuccessfully,
    failed: texts.failedToAddBlacklist,
    undo: ({ id }) => unblock.mutate(id),
    refresh: refreshedByBlocks,
    onDone: onClose,
  })
  const what = blocked.type === 'hwid' ? 'HWID' : 'IP'
  const isUnbound = !isPending && (value === undefined || value === '')
  const trouble = isUnbound ? texts.noHardwareIdIs : check?.problem
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.blacklistThis(what)}
      text={
        <>
          {texts.blocksAllLoginsTo(blocked.type === 'hwid' ? texts.fromTheDevice : texts.fromTheIpAddress)}{' '}
          {value !== undefined && value !== '' && <code className="text-fg wrap-anywhere">{value}</code>}.
        </>
      }
      confirmText={texts.blacklist(what)}
      needs="help"
      pendingText={texts.adding}
      isPending={block.isPending}
      disabledReason={trouble ?? (isPending ? texts.loading : undefined)}
      onConfirm={() => block.mutate({ ...wanted, reason: `Activity: ${blocked.row.event}` })}
    >
      {blocked.type === 'hwid' && <p className="text-second text-fg-3">{texts.thisIsTheUsers}</p>}
      {(trouble !== undefined || check !== undefined) && (
        <p role="status" className="text-second text-warn">
          {trouble ?? check?.text}
        </p>
      )}
    </ConfirmDialog>
  )
}

/** The IP address of the row, or the hardware ID that is bound to the user. */
function useBlockedValue(blocked: Blocked) {
  const { applicationId, userId } = blocked.row
  const isHwid = blocked.type === 'hwid' && userId != null
  const user = useQuery({
    queryKey: userKeys.one(applicationId, userId),
    queryFn: ({ signal }) =>
      api(userKey, { params: { id: String(applicationId), userId: String(userId) } }, { signal }),
    enabled: isHwid,
  })
  if (!isHwid) return { value: blocked.row.ipAddress, isPending: false }
  return { value: user.data?.hwid ?? undefined, isPending: user.isPending }
}
