import { Fragment, useSyncExternalStore } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { isMac, singleKeyShortcuts } from '../../ui/keyboard-shortcuts.ts'

const control = isMac ? '⌘' : 'Ctrl'

const everywhere: readonly (readonly [readonly string[], string])[] = [
  [[control, 'K'], 'Command palette'],
  [[control, 'Enter'], 'Save the form you are in'],
  [['F8'], 'Focus the notification'],
  [['Esc'], 'Close the dialog or menu'],
]

const alone: readonly (readonly [readonly string[], string])[] = [
  [['/'], 'Search this screen'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['Shift', 'x'], 'Select all rows up to this one'],
  [['e'], 'Edit the row'],
  [['n'], 'Add to the list'],
  [['g', 'o'], 'Overview'],
  [['g', 'u'], 'Users of the application'],
  [['g', 'l'], 'Licenses of the application'],
  [['g', 'a'], 'Activity'],
  [['g', 'w'], 'Webhooks'],
  [['g', 'b'], 'Blacklist'],
  [['g', 'm'], 'Messages'],
  [['g', 'c'], 'API Config; without an application, Code'],
  [['g', 't'], 'Team of the application'],
  [['g', 's'], 'Settings of the application'],
  [['g', 'd'], 'Dashboard'],
  [['?'], 'This list'],
]

/** Lists all shortcuts; single-key shortcuts can be turned off. */
export function ShortcutsDialog({ isOpen, onClose }: DialogState) {
  const areOn = useSyncExternalStore(singleKeyShortcuts.subscribe, singleKeyShortcuts.isOn)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard Shortcuts">
      <KeyList keys={everywhere} />
      <Switch
        label="Single-key shortcuts"
        hint="Shortcuts without Ctrl. When off, single keys do nothing. They never apply while you type in a field."
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
