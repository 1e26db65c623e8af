import { useState } from 'react'
import * as texts from '../../texts/account.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { agentName } from '../../ui/text/agent-name.ts'
import { type Passkey, useAddPasskey, useRenamePasskey } from './use-account.ts'

export interface PasskeyNameDialogProps extends DialogState {
  /** The one to rename; absent: a new one. */
  readonly passkey: Passkey | undefined
  readonly onAdded: (recoveryCodes: readonly string[]) => void
}

/** Names a passkey; a new one is then created by the browser. */
export function PasskeyNameDialog({ passkey, isOpen, onClose, onAdded }: PasskeyNameDialogProps) {
  const [name, setName] = useState(passkey?.name ?? agentName(navigator.userAgent))
  const [error, setError] = useState<string>()
  const add = useAddPasskey(onAdded, onClose)
  const rename = useRenamePasskey(onClose)
  const send = () => {
    const text = name.trim()
    if (text === '') return setError(texts.enterAName)
    setError(undefined)
    if (passkey === undefined) add.mutate(text)
    else rename.mutate({ id: passkey.id, name: text })
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={passkey === undefined ? texts.addPasskey : texts.renamePasskey}
      description={passkey === undefined ? texts.yourBrowserAsksWhere : undefined}
      onSubmit={send}
      submitText={passkey === undefined ? texts.continueText : texts.save}
      isBusy={add.isPending || rename.isPending}
      busyText={passkey === undefined ? texts.waitingForTheBrowser : texts.saving}
    >
      <Field label={texts.name} error={error}>
        <TextInput
          name="name"
          autoComplete="off"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
