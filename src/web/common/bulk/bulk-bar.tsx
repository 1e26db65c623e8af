import { ChevronDown, Download, X } from 'lucide-react'
import * as texts from '../../texts/bulk.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { TableSelectionState } from '../../ui/table/use-table-selection.ts'
import { type BulkActionType, bulkActions } from './bulk-actions.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkTarget } from './bulk-target.ts'

export interface BulkBarProps {
  readonly selection: TableSelectionState
  /** How many rows match the filter. */
  readonly total: number
  readonly target: BulkTarget
  readonly actions: readonly BulkActionType[]
  /** Exports the selected rows. */
  readonly onExport: () => void
}

/** Shown as buttons; the rest is in the menu. */
const shownActions = 3

/**
 * What can be done with the selected rows, sticky at the bottom. Its dialog outlives the selection, which loses the rows
 * that a change deleted or that no longer match.
 */
export function BulkBar({ selection, total, target, actions, onExport }: BulkBarProps) {
  const { count, selected } = selection
  const chosen = useDialogValue<BulkActionType>()
  const { value: type, open: choose } = chosen
  return (
    <>
      {count > 0 && (
        <div
          role="toolbar"
          aria-label={texts.selectedRows}
          className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-overlay px-3 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-float sm:px-4"
        >
          <span role="status" className="font-medium tabular-nums">
            {texts.selected(count)}
          </span>
          {count < total && (
            <button
              type="button"
              className="min-h-6 rounded-control font-medium text-accent underline underline-offset-4 touch:min-h-11"
              onClick={selection.selectAll}
            >
              {texts.selectAllMatching(total)}
            </button>
          )}
          {count === total && selected.kind === 'all' && (
            <span className="text-second text-fg-2">{texts.allThatMatch(total, target.noun)}</span>
          )}
          <div className="ml-auto flex items-center gap-2">
            {actions.slice(0, shownActions).map((type) => (
              <Button key={type} size="sm" className="max-md:hidden" needs="manage" onClick={() => choose(type)}>
                {bulkActions[type].label}
              </Button>
            ))}
            <MoreActions actions={actions} onChoose={choose} onExport={onExport} />
            <IconButton
              label={texts.clearSelection}
              size="sm"
              icon={<X size={16} strokeWidth={1.75} aria-hidden />}
              onClick={selection.clear}
            />
          </div>
        </div>
      )}
      {type && (
        <BulkDialog
          target={target}
          type={type}
          {...chosen.dialog}
          onDone={() => type === 'delete' && selection.clear()}
        />
      )}
    </>
  )
}

interface MoreActionsProps {
  readonly actions: readonly BulkActionType[]
  readonly onChoose: (type: BulkActionType) => void
  readonly onExport: () => void
}

function MoreActions({ actions, onChoose, onExport }: MoreActionsProps) {
  const entries: MenuEntry[] = actions.map((type) => ({
    label: bulkActions[type].label,
    tone: type === 'delete' ? 'danger' : 'neutral',
    needs: 'manage',
    onSelect: () => onChoose(type),
  }))
  const download: MenuEntry = {
    label: texts.exportText,
    icon: <Download size={16} strokeWidth={1.75} aria-hidden />,
    needs: 'export',
    onSelect: onExport,
  }
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}>
          {texts.actions}
        </Button>
      }
      entries={[...entries.slice(0, -1), download, 'separator', ...entries.slice(-1)]}
    />
  )
}
