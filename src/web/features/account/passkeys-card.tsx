import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import type { OwnAccount } from '../../common/reauthentication/use-own-account.ts'
import { passkeyProblem } from '../../session/passkey-support.ts'
import * as texts from '../../texts/account.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/text/time.tsx'
import { LastUsed } from './last-used.tsx'
import { LoadedRows } from './loaded-rows.tsx'
import { type Passkey, usePasskeys, useRemovePasskey } from './use-account.ts'

const PasskeyNameDialog = lazyDialog(async () => (await import('./passkey-name-dialog.tsx')).PasskeyNameDialog)

export interface PasskeysCardProps {
  readonly account: OwnAccount
  readonly onRecoveryCodes: (codes: readonly string[]) => void
}

/** The account's passkeys. */
export function PasskeysCard({ account, onRecoveryCodes }: PasskeysCardProps) {
  const list = usePasskeys()
  const reauthenticate = useReauthentication()
  const naming = useDialogValue<Passkey | 'new'>()
  const removal = useDialogValue<Passkey>()
  const remove = useRemovePasskey(removal.close)
  return (
    <Card
      title={texts.passkeys}
      description={texts.signInWithYour}
      actions={
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={passkeyProblem(account.passkeyHost)}
          onClick={() => reauthenticate(() => naming.open('new'))}
        >
          {texts.addPasskey}
        </Button>
      }
    >
      <LoadedRows
        of={list}
        none={texts.noPasskeysYet}
        row={(passkey) => (
          <SettingRow
            key={passkey.id}
            title={<bdi className="truncate">{passkey.name}</bdi>}
            text={<Facts {...passkey} />}
          >
            <Menu
              trigger={
                <IconButton label={texts.actionsFor(passkey.name)} icon={<Ellipsis size={16} strokeWidth={1.75} />} />
              }
              entries={[
                {
                  label: texts.rename,
                  icon: <Pencil size={16} strokeWidth={1.75} aria-hidden />,
                  onSelect: () => naming.open(passkey),
                },
                {
                  label: texts.remove,
                  icon: <Trash2 size={16} strokeWidth={1.75} aria-hidden />,
                  tone: 'danger',
                  onSelect: () => reauthenticate(() => removal.open(passkey)),
                },
              ]}
            />
          </SettingRow>
        )}
      />
      {naming.value && (
        <PasskeyNameDialog
          passkey={naming.value === 'new' ? undefined : naming.value}
          {...naming.dialog}
          onAdded={onRecoveryCodes}
        />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={texts.removeThisPasskey}
        text={
          <>
            {texts.youCanNoLonger} <bdi className="font-medium text-fg">{removal.value?.name}</bdi>
            {texts.deleteItOnYour}
          </>
        }
        confirmText={texts.remove}
        pendingText={texts.removing}
        isPending={remove.isPending}
        onConfirm={() => removal.value && remove.mutate(removal.value)}
      />
    </Card>
  )
}

function Facts({ createdAt, lastUsedAt, isSynced }: Passkey) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span>
        {texts.added} <Time value={createdAt} show="date" />
      </span>
      <span aria-hidden>·</span>
      <LastUsed at={lastUsedAt} />
      {isSynced && (
        <>
          <span aria-hidden>·</span>
          <span>{texts.syncedByYourPassword}</span>
        </>
      )}
    </span>
  )
}
