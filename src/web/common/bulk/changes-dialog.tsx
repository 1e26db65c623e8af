import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { bulkKeys } from '../../api/query-keys/bulk.ts'
import { useUndo } from '../../api/use-undo.ts'
import * as texts from '../../texts/bulk.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'

const listKey = 'GET /api/applications/:id/operations'
type Operation = ApiReply<typeof listKey>[number]

export interface ChangesDialogProps extends DialogState {
  readonly applicationId: number
}

/** Recent changes, of many rows and of one, with Undo where it is possible. */
export function ChangesDialog({ applicationId, isOpen, onClose }: ChangesDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: bulkKeys.operations(applicationId),
    queryFn: ({ signal }) => api(listKey, { params: { id: String(applicationId) } }, { signal }),
    enabled: isOpen,
    staleTime: 0,
  })
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      title={texts.recentChanges}
      description={texts.bulkChangesHwidResets}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="py-6 text-center text-fg-2">{texts.noRecentChanges}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line rounded-inner border border-line">
          {data.map((operation) => (
            <OperationRow key={operation.id} applicationId={applicationId} operation={operation} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function OperationRow({ applicationId, operation }: { applicationId: number; operation: Operation }) {
  const undo = useUndo(applicationId, [listKey])
  const { action, entity, changed, total, startedAt, finishedAt, undoneAt, canUndo, actor } = operation
  const words = action.replaceAll('_', ' ')
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 grow">
        <p className="font-medium">
          <span className="first-letter:uppercase inline-block">{words}</span> ·{' '}
          {formatCount(changed, entity === 'user' ? 'user' : texts.licenseKey)}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-second text-fg-2">
          <Time value={startedAt} /> · <bdi>{actor}</bdi>
          {finishedAt === null && texts.ofDone(operation.done, total)}
          {undoneAt !== null && ' · undone'}
        </p>
      </div>
      {canUndo && undoneAt === null && changed > 0 && (
        <Button
          size="sm"
          needs={entity === 'user' && total === 1 ? 'help' : 'manage'}
          aria-label={texts.undoOf(words, changed, entity)}
          isBusy={undo.isPending}
          onClick={() => undo.mutate(operation.id)}
        >
          {texts.undo}
        </Button>
      )}
    </li>
  )
}
