import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { NewPasswordField } from '../../common/forms/new-password-field.tsx'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { focusFirstInvalid } from '../../ui/form/focus-first-invalid.ts'
import { type OwnerErrors, ownerErrors, setUp } from './set-up.ts'

export interface SetupFormProps {
  readonly token: string
  readonly onDone: () => void
  /** The token is no longer valid. */
  readonly onExpired: () => void
}

/** Creates the owner account of this server. */
export function SetupForm({ token, onDone, onExpired }: SetupFormProps) {
  const [owner, setOwner] = useState({ email: '', password: '' })
  const [errors, setErrors] = useState<OwnerErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  const create = async () => {
    setIsBusy(true)
    try {
      await setUp(token, owner)
      onDone()
    } catch (thrown) {
      setIsBusy(false)
      const error = thrown instanceof Error ? thrown : new Error('')
      if (error instanceof ApiError && error.code === 'setup_link_invalid') return onExpired()
      if (error instanceof ApiError) setErrors(fieldErrors(error))
      toast(failureToast({ title: texts.setupFailed }, error))
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = ownerErrors(owner)
    setErrors(found)
    if (Object.keys(found).length === 0) await create()
    focusFirstInvalid(form)
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
      <Field label={texts.email} error={errors.email}>
        <EmailInput
          required
          placeholder={texts.youExampleCom}
          value={owner.email}
          onChange={(event) => setOwner({ ...owner, email: event.target.value })}
        />
      </Field>
      <NewPasswordField
        value={owner.password}
        error={errors.password}
        onChange={(password) => setOwner({ ...owner, password })}
      />
      <Button variant="primary" type="submit" isBusy={isBusy} busyText={texts.creating} className="w-full">
        {texts.createOwnerAccount}
      </Button>
    </form>
  )
}

function fieldErrors({ fields }: ApiError): OwnerErrors {
  return {
    ...(fields.email !== undefined && { email: texts.enterAValidEmail }),
    ...(fields.password !== undefined && { password: fields.password }),
  }
}

/** Shown without a valid link: why, and how to get a new one. */
export function NoSetupLink({ isExpired }: { readonly isExpired: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-fg-2">{isExpired ? texts.thisLinkHasExpired : texts.openThisPageWithThe}</p>
      <ol className="flex flex-col gap-3">
        <Step number={1}>
          {texts.inTheTerminalStop} <code>{texts.ctrlC}</code> {texts.andStartItAgain} <code>{texts.npmStart}</code>.
        </Step>
        <Step number={2}>
          {texts.copyTheNewLink} <code>{texts.setupToken}</code>
        </Step>
        <Step number={3}>{texts.openTheLinkWithin}</Step>
      </ol>
      <p className="text-second text-fg-3">{texts.noLinkAnAccount}</p>
      <ButtonLink href="/login">{texts.signIn}</ButtonLink>
    </div>
  )
}

function Step({ number, children }: { readonly number: number; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span
        className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-raised text-meta font-medium text-fg-2 tabular-nums"
        aria-hidden
      >
        {number}
      </span>
      <span className="min-w-0 pt-0.5">{children}</span>
    </li>
  )
}
