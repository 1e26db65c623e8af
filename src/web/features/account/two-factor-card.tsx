import { useState } from 'react'
import { useReauthentication } from '../../common/reauthentication/reauthentication.tsx'
import type { OwnAccount } from '../../common/reauthentication/use-own-account.ts'
import * as texts from '../../texts/account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
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
          {texts.twoFactorAuthentication}
          <Badge tone={hasFactor ? 'ok' : 'neutral'}>{hasFactor ? texts.on : texts.off}</Badge>
        </span>
      }
      description={texts.addsASecondStep}
    >
      <ul className="divide-y divide-line">
        <SettingRow title={texts.authenticatorApp} text={hasTotp ? texts.onYouEnterA : texts.useCodesFromAn}>
          {hasTotp ? (
            <Button size="sm" onClick={() => reauthenticate(() => setAsks('remove'))}>
              {texts.remove}
            </Button>
          ) : (
            <Button size="sm" variant="primary" isBusy={begin.isPending} onClick={() => reauthenticate(setUp)}>
              {texts.setUp}
            </Button>
          )}
        </SettingRow>
        {hasFactor && (
          <SettingRow
            title={texts.recoveryCodes}
            text={recoveryCodesLeft === 0 ? texts.noneLeftCreateNew : texts.leftInCaseYou(recoveryCodesLeft)}
          >
            <Button size="sm" onClick={() => reauthenticate(() => setAsks('renew'))}>
              {texts.newCodes}
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
        title={texts.removeTheAuthenticatorApp}
        text={passkeyCount > 0 ? texts.itsCodesStopWorking : texts.yourPasswordAloneWill}
        confirmText={texts.remove}
        pendingText={texts.removing}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
      <ConfirmDialog
        isOpen={asks === 'renew'}
        onClose={() => setAsks(undefined)}
        title={texts.createNewRecoveryCodes}
        text={texts.yourOldRecoveryCodes}
        confirmText={texts.createNewCodes}
        tone="primary"
        isPending={renew.isPending}
        onConfirm={() => renew.mutate()}
      />
    </Card>
  )
}
