import { Fragment, useSyncExternalStore } from 'react'
import * as texts from '../../texts/commands.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { isMac, singleKeyShortcuts } from '../../ui/keyboard-shortcuts.ts'

const control = isMac ? '⌘' : texts.ctrl

const everywhere: readonly (readonly [readonly string[], string])[] = [
  [[control, 'K'], texts.commandPaletteText],
  [[control, texts.enter], texts.saveTheFormYou],
  [['F8'], texts.focusTheNotification],
  [[texts.esc], texts.closeTheDialogOr],
]

const alone: readonly (readonly [readonly string[], string])[] = [
  [['/'], texts.searchThisScreen],
  [['j'], texts.nextRow],
  [['k'], texts.previousRow],
  [[texts.enter], texts.openTheRow],
  [['x'], texts.selectTheRow],
  [[texts.shift, 'x'], texts.selectAllRowsUp],
  [['e'], texts.editTheRow],
  [['n'], texts.addToTheList],
  [['g', 'o'], texts.overview],
  [['g', 'u'], texts.usersOfTheApplication],
  [['g', 'l'], texts.licensesOfTheApplication],
  [['g', 'a'], texts.activity],
  [['g', 'w'], texts.webhooks],
  [['g', 'b'], texts.blacklist],
  [['g', 'm'], texts.messages],
  [['g', 'c'], texts.apiConfigWithoutAn],
  [['g', 't'], texts.teamOfTheApplication],
  [['g', 's'], texts.settingsOfTheApplication],
  [['g', 'd'], texts.dashboard],
  [['?'], texts.thisList],
]

/** Lists all shortcuts; single-key shortcuts can be turned off. */
export function ShortcutsDialog(dialog: DialogState) {
  const areOn = useSyncExternalStore(singleKeyShortcuts.subscribe, singleKeyShortcuts.isOn)
  return (
    <Dialog {...dialog} title={texts.keyboardShortcuts}>
      <KeyList keys={everywhere} />
      <Switch
        label={texts.singleKeyShortcuts}
        hint={texts.shortcutsWithoutCtrlWhen}
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
                {place > 0 && <span className="sr-only">{texts.thenKey}</span>}
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
