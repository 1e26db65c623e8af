import { useState } from 'react'
import { useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import type { OwnAccount } from '../../common/reauthentication/use-own-account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { useBeginTotp, useNewRecoveryCodes, useRemoveTotp } from './use-account.ts'

const TotpDialog = lazyDialog(async () => (await import('./totp-dialog.tsx')).TotpDialog)

export interface TwoFactorCardProps {
  readonly account: OwnAccount
  readonly onRecoveryCodes: (codes: readonly string[]) => void
}

/** The authenticator app and the recovery codes. */
export function TwoFactorCard({ account, onRecoveryCodes }: TwoFactorCardProps) {
  const { hasTotp, passkeyCount, recoveryCodesLeft } = account
  const reauthenticate = useReauthentication()
  const begin = useBeginTotp()
  const [isSettingUp, setIsSettingUp] = useState(false)
  const [asks, setAsks] = useState<'remove' | 'renew'>()
  const remove = useRemoveTotp(() => setAsks(undefined))
  const renew = useNewRecoveryCodes((codes) => {
    setAsks(undefined)
    onRecoveryCodes(codes)
  })
  const setUp = () => begin.mutate(undefined, { onSuccess: () => setIsSettingUp(true) })
  const hasFactor = hasTotp || passkeyCount > 0
  return (
    <Card
      title={
        <span className="flex items-center gap-3">
          Two-Factor Authentication
          <Badge tone={hasFactor ? 'ok' : 'neutral'}>{hasFactor ? 'On' : 'Off'}</Badge>
        </span>
      }
      description="Adds a second step after your password, so a stolen password isn't enough to sign in."
    >
      <ul className="divide-y divide-line">
        <SettingRow
          title="Authenticator App"
          text={hasTotp ? 'On. You enter a code when you sign in.' : 'Use codes from an app on your phone.'}
        >
          {hasTotp ? (
            <Button size="sm" onClick={() => reauthenticate(() => setAsks('remove'))}>
              Remove
            </Button>
          ) : (
            <Button size="sm" variant="primary" isBusy={begin.isPending} onClick={() => reauthenticate(setUp)}>
              Set Up
            </Button>
          )}
        </SettingRow>
        {hasFactor && (
          <SettingRow
            title="Recovery Codes"
            text={
              recoveryCodesLeft === 0
                ? 'None left. Create new ones, or losing your phone locks you out.'
                : `${formatCount(recoveryCodesLeft, 'code')} left, in case you lose your phone.`
            }
          >
            <Button size="sm" onClick={() => reauthenticate(() => setAsks('renew'))}>
              New Codes
            </Button>
          </SettingRow>
        )}
      </ul>
      {begin.data !== undefined && (
        <TotpDialog
          {...begin.data}
          isOpen={isSettingUp}
          onClose={() => setIsSettingUp(false)}
          onDone={(codes) => {
            setIsSettingUp(false)
            onRecoveryCodes(codes)
          }}
        />
      )}
      <ConfirmDialog
        isOpen={asks === 'remove'}
        onClose={() => setAsks(undefined)}
        title="Remove the authenticator app?"
        text={
          passkeyCount > 0
            ? 'Its codes stop working. Your passkeys still protect this account.'
            : 'Your password alone will sign you in, and your recovery codes stop working.'
        }
        confirmText="Remove"
        pendingText="Removing…"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
      <ConfirmDialog
        isOpen={asks === 'renew'}
        onClose={() => setAsks(undefined)}
        title="Create new recovery codes?"
        text="Your old recovery codes stop working immediately."
        confirmText="Create New Codes"
        tone="primary"
        isPending={renew.isPending}
        onConfirm={() => renew.mutate()}
      />
    </Card>
  )
}
