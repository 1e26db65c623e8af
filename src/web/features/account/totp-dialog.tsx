import { useState } from 'react'
import { encode } from 'uqr'
import * as texts from '../../texts/account.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { useConfirmTotp } from './use-account.ts'

export interface TotpDialogProps extends DialogState {
  readonly secret: string
  readonly uri: string
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

/** Adds the secret to an authenticator app and verifies a code. */
export function TotpDialog({ secret, uri, onDone, ...dialog }: TotpDialogProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const confirm = useConfirmTotp(onDone)
  const send = () => {
    setError(undefined)
    if (code.trim() === '') return setError(texts.enterTheCodeFrom)
    confirm.mutate(code, { onError: (thrown) => setError(thrown.message) })
  }
  return (
    <FormDialog
      {...dialog}
      title={texts.setUpAuthenticatorApp}
      onSubmit={send}
      submitText={texts.turnOn}
      isBusy={confirm.isPending}
      busyText={texts.checking}
    >
      <p className="text-fg-2">{texts.scanThisCodeWith}</p>
      <div className="flex flex-col items-center gap-4">
        <QrCode text={uri} label={texts.qrCodeWithThe} />
        <CopyableText text={secret} what="key" shown={groups(secret)} />
      </div>
      <Field label={texts.code} error={error} hint={texts.the6DigitsThat}>
        <TextInput
          name="code"
          isMono
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

const groups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** A QR code, dark on light in every theme: some cameras need that. `<QrCode text={uri} label="…" />` */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="size-48 rounded-inner">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
