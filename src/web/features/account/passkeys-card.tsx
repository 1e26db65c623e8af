import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import type { OwnAccount } from '../../common/reauthentication/use-own-account.ts'
import { passkeyProblem } from '../../session/passkey-support.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/text/time.tsx'
import { LoadedRows } from './loaded-rows.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { type Passkey, usePasskeys, useRemovePasskey } from './use-account.ts'

export interface PasskeysCardProps {
  readonly account: OwnAccount
  readonly onRecoveryCodes: (codes: readonly string[]) => void
}

type Open = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey }

/** The account's passkeys, with which a browser signs in by fingerprint or PIN. */
export function PasskeysCard({ account, onRecoveryCodes }: PasskeysCardProps) {
  const list = usePasskeys()
  const prove = useReauthentication()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const remove = useRemovePasskey(close)
  return (
    <Card
      title="Passkeys"
      description="Sign in with a fingerprint, a face or a PIN, without a password. With one, the password alone no longer signs you in."
      actions={
        <Button
          size="sm"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={passkeyProblem(account.passkeyHost)}
          onClick={() => prove(() => setOpen({ what: 'add' }))}
        >
          Add Passkey
        </Button>
      }
    >
      <LoadedRows
        of={list}
        none="No passkeys yet"
        row={(passkey) => (
          <SettingRow
            key={passkey.id}
            title={<bdi className="truncate">{passkey.name}</bdi>}
            text={<Facts {...passkey} />}
          >
            <Menu
              trigger={
                <IconButton label={`Actions for ${passkey.name}`} icon={<Ellipsis size={16} strokeWidth={1.75} />} />
              }
              entries={[
                {
                  label: 'Rename',
                  icon: <Pencil size={16} strokeWidth={1.75} aria-hidden />,
                  onSelect: () => setOpen({ what: 'rename', passkey }),
                },
                {
                  label: 'Remove',
                  icon: <Trash2 size={16} strokeWidth={1.75} aria-hidden />,
                  tone: 'danger',
                  onSelect: () => prove(() => setOpen({ what: 'remove', passkey })),
                },
              ]}
            />
          </SettingRow>
        )}
      />
      {(open?.what === 'add' || open?.what === 'rename') && (
        <PasskeyNameDialog
          passkey={open.what === 'rename' ? open.passkey : undefined}
          onClose={close}
          onAdded={onRecoveryCodes}
        />
      )}
      <ConfirmDialog
        isOpen={open?.what === 'remove'}
        onOpenChange={close}
        title="Remove this passkey?"
        text={
          <>
            <bdi className="font-medium text-fg">{open?.what === 'remove' ? open.passkey.name : ''}</bdi> signs nobody
            in any more. Delete it on the device, too.
          </>
        }
        confirmText="Remove"
        pendingText="Removing…"
        isPending={remove.isPending}
        onConfirm={() => open?.what === 'remove' && remove.mutate(open.passkey)}
      />
    </Card>
  )
}

function Facts({ createdAt, lastUsedAt, isSynced }: Passkey) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span>
        Added <Time value={createdAt} show="date" />
      </span>
      <span aria-hidden>·</span>
      <span>{lastUsedAt === null ? 'Never used' : <>Used {<Time value={lastUsedAt} />}</>}</span>
      {isSynced && (
        <>
          <span aria-hidden>·</span>
          <span>Synced by its password manager</span>
        </>
      )}
    </span>
  )
}
