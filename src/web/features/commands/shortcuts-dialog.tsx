import { Fragment, useSyncExternalStore } from 'react'
import { isMac, singleKeyShortcuts } from '../../layout/keyboard-shortcuts.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Switch } from '../../ui/form/switch.tsx'

const control = isMac ? '⌘' : 'Ctrl'

const everywhere: readonly (readonly [readonly string[], string])[] = [
  [[control, 'K'], 'Command palette'],
  [[control, 'Enter'], 'Save the form you are in'],
  [['F8'], 'Go to the message at the edge'],
  [['Esc'], 'Close the window or menu'],
]

const alone: readonly (readonly [readonly string[], string])[] = [
  [['/'], 'Search this screen'],
  [['g', 'u'], 'Users of the application'],
  [['g', 'l'], 'Licenses of the application'],
  [['g', 'a'], 'Activity'],
  [['g', 'o'], 'Overview'],
  [['?'], 'This list'],
]

/** Lists all shortcuts; single-key shortcuts can be turned off. */
export function ShortcutsDialog({ isOpen, onClose }: DialogState) {
  const areOn = useSyncExternalStore(singleKeyShortcuts.subscribe, singleKeyShortcuts.isOn)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <KeyList keys={everywhere} />
      <Switch
        label="Single-key shortcuts"
        hint="Keys pressed alone. They never count while you type in a field."
        checked={areOn}
        onChange={singleKeyShortcuts.turn}
      />
      {areOn && <KeyList keys={alone} />}
    </Dialog>
  )
}

function KeyList({ keys }: { readonly keys: typeof alone }) {
  return (
    <dl className="divide-y divide-line">
      {keys.map(([combination, what]) => (
        <div key={what} className="flex min-h-10 items-center justify-between gap-4 py-1.5">
          <dt className="text-fg-2">{what}</dt>
          <dd className="flex shrink-0 items-center gap-1">
            {combination.map((key, place) => (
              <Fragment key={key}>
                {place > 0 && <span className="sr-only">then</span>}
                <kbd className="min-w-7 rounded-control border border-control bg-raised px-1.5 py-0.5 text-center font-mono text-meta">
                  {key}
                </kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
