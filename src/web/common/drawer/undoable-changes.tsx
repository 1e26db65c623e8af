import { useUndo } from '../../api/use-undo.ts'
import * as texts from '../../texts/drawer.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { DrawerSection } from './drawer-section.tsx'

export interface UndoableChangesProps {
  readonly applicationId: number
  readonly undoable: readonly {
    readonly operationId: string
    readonly action: string
    readonly total: number
    readonly at: string
  }[]
}

const actionNames: Readonly<Record<string, string>> = {
  pause: texts.paused,
  resume: texts.resumed,
  unpause: texts.resumed,
  ban: texts.banned,
  unban: texts.unbanned,
  reset_hwid: texts.hwidReset,
  add_days: texts.daysAddedOrSubtracted,
  set_expiry: texts.expiryChanged,
  activate: texts.enabled,
  deactivate: texts.disabled,
  update: texts.edited,
}

/** Changes that can still be undone after their toast is gone. */
export function UndoableChanges({ applicationId, undoable }: UndoableChangesProps) {
  const undo = useUndo(applicationId)
  if (undoable.length === 0) return null
  return (
    <DrawerSection title={texts.undoableChanges}>
      <ul className="divide-y divide-line rounded-inner border border-line">
        {undoable.map(({ operationId, action, total, at }) => (
          <li key={operationId} className="flex items-center gap-3 py-2 pr-2 pl-3">
            <div className="min-w-0 grow">
              <p>{actionNames[action] ?? action}</p>
              <p className="text-second text-fg-2">
                <Time value={at} />
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Undo: ${actionNames[action] ?? action}`}
              needs={total === 1 ? 'help' : 'manage'}
              isBusy={undo.isPending && undo.variables === operationId}
              onClick={() => undo.mutate(operationId)}
            >
              {texts.undo}
            </Button>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
