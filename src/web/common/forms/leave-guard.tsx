import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import * as texts from '../../texts/forms.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

export interface LeaveGuard {
  /** Leaves without asking: the change was saved, or the user was asked already. */
  readonly leave: (go: () => void) => void
  /** The dialog that asks; render it anywhere. */
  readonly question: React.ReactNode
}

interface Place {
  readonly pathname: string
  readonly search: object
}

/**
 * Asks before the Back button, a link or closing the tab discards unsaved input. Opening a dialog over a form of the
 * `page` doesn't leave it. `const guard = useLeaveGuard(isDirty)`
 */
export function useLeaveGuard(isDirty: boolean, of: 'window' | 'page' = 'window'): LeaveGuard {
  const isFree = useRef(false)
  const isBlocking = () => isDirty && !isFree.current
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isBlocking() && !(of === 'page' && isSamePage(current, next)),
    enableBeforeUnload: isBlocking,
    disabled: !isDirty,
    withResolver: true,
  })
  return {
    leave(go) {
      isFree.current = true
      go()
    },
    question: (
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={texts.discardChanges}
        text={texts.yourChangesHaventBeen}
        cancelText={texts.keepEditing}
        confirmText={texts.discard}
        onConfirm={() => blocker.proceed?.()}
      />
    ),
  }
}

/** Whether two addresses differ in the open dialog at most. */
function isSamePage(one: Place, other: Place): boolean {
  const withoutDialog = ({ pathname, search }: Place) => JSON.stringify({ pathname, ...search, dialog: undefined })
  return withoutDialog(one) === withoutDialog(other)
}
