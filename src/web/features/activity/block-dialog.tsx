import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import type { Blocked } from './activity-menu.tsx'

const userKey = 'GET /api/applications/:id/users/:userId'
const checkKey = 'GET /api/blacklist/check'

/** Asks before the address or the machine behind a row is blocked, and says whom that keeps out. */
export function BlockDialog({
  blocked,
  onClose,
}: {
  readonly blocked: Blocked | undefined
  readonly onClose: () => void
}) {
  const { value, isPending } = useBlockedValue(blocked)
  const check = useBlockCheck(blocked, value)
  const unblock = useMutate((id: number) => api('DELETE /api/blacklist/:id', { params: { id: String(id) } }), {
    done: 'Blacklist entry removed successfully',
    refresh: ['GET /api/blacklist', 'GET /api/applications/:id'],
  })
  const block = useMutate(
    ({ type, row }: Blocked) =>
      api('POST /api/blacklist', {
        body: { applicationId: row.applicationId, type, value: value ?? '', reason: `Activity: ${row.event}` },
      }),
    {
      done: 'Blacklist entry added successfully',
      failed: 'Failed to add blacklist entry',
      undo: ({ id }) => unblock.mutate(id),
      refresh: ['GET /api/blacklist', 'GET /api/applications/:id'],
      onDone: onClose,
    },
  )
  const what = blocked?.type === 'hwid' ? 'HWID' : 'IP'
  const isUnbound = !isPending && (value === undefined || value === '')
  const trouble = isUnbound ? 'No hardware id is bound to this user.' : (check?.problem ?? undefined)
  return (
    <ConfirmDialog
      isOpen={blocked !== undefined}
      onOpenChange={(isOpening) => !isOpening && onClose()}
      title={`Blacklist this ${what}`}
      text={
        <>
          Nobody can sign in to this application {blocked?.type === 'hwid' ? 'on the machine' : 'from the address'}{' '}
          {value !== undefined && value !== '' && <code className="text-fg wrap-anywhere">{value}</code>} any more.
        </>
      }
      confirmText={`Blacklist ${what}`}
      pendingText="Adding..."
      isPending={block.isPending}
      disabledReason={trouble ?? (isPending ? 'Loading...' : undefined)}
      onConfirm={() => blocked !== undefined && block.mutate(blocked)}
    >
      {blocked?.type === 'hwid' && (
        <p className="text-second text-fg-3">
          This is the hardware id bound to the user; of ids that were sent the log keeps only a part.
        </p>
      )}
      {(trouble !== undefined || check !== undefined) && (
        <p role="status" className="text-second text-warn">
          {trouble ?? (check?.isListed === true ? 'It is on the list already.' : check && whom(check))}
        </p>
      )}
    </ConfirmDialog>
  )
}

/** The address stands in the row; the hardware id is the one that is bound to the user. */
function useBlockedValue(blocked: Blocked | undefined) {
  const { applicationId, userId } = blocked?.row ?? {}
  const isHwid = blocked?.type === 'hwid' && userId != null
  const user = useQuery({
    queryKey: [userKey, applicationId, userId],
    queryFn: ({ signal }) =>
      api(userKey, { params: { id: String(applicationId), userId: String(userId) } }, { signal }),
    enabled: isHwid,
  })
  if (!isHwid) return { value: blocked?.row.ipAddress, isPending: false }
  return { value: user.data?.hwid ?? undefined, isPending: user.isPending }
}

function useBlockCheck(blocked: Blocked | undefined, value: string | undefined) {
  const applicationId = String(blocked?.row.applicationId)
  const type = blocked?.type ?? 'ip'
  const { data } = useQuery({
    queryKey: [checkKey, type, value, applicationId],
    queryFn: ({ signal }) => api(checkKey, { query: { type, value: value ?? '', applicationId } }, { signal }),
    enabled: blocked !== undefined && value !== undefined && value !== '',
  })
  return data
}

function whom(check: {
  readonly users: number
  readonly sessions: number
  readonly isAtLeast: boolean
  readonly isOwnAddress: boolean
}): string {
  const own = check.isOwnAddress ? ' Your own address is one of those it blocks.' : ''
  const least = check.isAtLeast ? 'At least ' : ''
  return `${least}${formatCount(check.users, 'account')} and ${formatCount(check.sessions, 'live session')} would be refused.${own}`
}
