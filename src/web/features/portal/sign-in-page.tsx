import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { classNames } from '../../ui/class-names.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { Portal } from './portal-app.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalContext, useAction } from './use-portal.ts'

type Way = 'name' | 'key'

export interface SignInPageProps {
  readonly portal: Portal
  readonly onSignedIn: () => void
}

/** The way in: by name and password, or by license key where the developer allows it. */
export function SignInPage({ portal, onSignedIn }: SignInPageProps) {
  const [way, setWay] = useState<Way>('name')
  return (
    <div className="mx-auto flex max-w-sm flex-col gap-6 sm:pt-8">
      <div className="flex flex-col gap-2">
        <h1 className="text-[1.5rem] leading-8 font-semibold tracking-tight">{texts.signIn}</h1>
        <p className="whitespace-pre-line text-fg-2">{portal.welcome ?? texts.signInText}</p>
      </div>
      {portal.key_only !== 'off' && <WayChoice way={way} onChoose={setWay} />}
      {way === 'name' ? <NameForm onSignedIn={onSignedIn} /> : <KeyForm onSignedIn={onSignedIn} />}
    </div>
  )
}

const ways = [
  { value: 'name', label: texts.byName },
  { value: 'key', label: texts.byKey },
] as const

function WayChoice({ way, onChoose }: { readonly way: Way; readonly onChoose: (way: Way) => void }) {
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-inner border border-line bg-raised p-1">
      <legend className="sr-only">{texts.waysIn}</legend>
      {ways.map(({ value, label }) => (
        <label
          key={value}
          className={classNames(
            'flex min-h-10 cursor-pointer items-center justify-center rounded-control font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent',
            way === value ? 'bg-surface text-fg shadow-[0_1px_3px_rgb(0_0_0/0.25)]' : 'text-fg-2',
          )}
        >
          <input
            type="radio"
            name="way"
            className="sr-only"
            checked={way === value}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

interface FormProps {
  readonly onSignedIn: () => void
}

function NameForm({ onSignedIn }: FormProps) {
  const { slug } = useContext(PortalContext)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { isBusy, error, run } = useAction()
  const submit = () => {
    setIsSent(true)
    if (username.trim() === '' || password === '') return
    run(async () => {
      await api('POST /api/portal/:slug/sign-in', { params: { slug }, body: { username, password } })
      onSignedIn()
      return undefined
    })
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={texts.username} error={isSent && username.trim() === '' ? texts.usernameMissing : undefined}>
        <TextInput
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          className="h-11"
        />
      </Field>
      <Field label={texts.password} error={isSent && password === '' ? texts.passwordMissing : undefined}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className="h-11"
        />
      </Field>
      <ErrorText text={error} />
      <PortalButton type="submit" variant="primary" isBusy={isBusy} busyText={texts.signingIn}>
        {texts.signIn}
      </PortalButton>
    </Form>
  )
}

function KeyForm({ onSignedIn }: FormProps) {
  const { slug } = useContext(PortalContext)
  const [licenseKey, setLicenseKey] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { isBusy, error, run } = useAction()
  const submit = () => {
    setIsSent(true)
    if (licenseKey.trim() === '') return
    run(async () => {
      await api('POST /api/portal/:slug/sign-in', { params: { slug }, body: { license_key: licenseKey } })
      onSignedIn()
      return undefined
    })
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={texts.licenseKey} error={isSent && licenseKey.trim() === '' ? texts.keyMissing : undefined}>
        <TextInput
          name="license_key"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          isMono
          value={licenseKey}
          onChange={(event) => setLicenseKey(event.target.value)}
          className="h-11"
        />
      </Field>
      <ErrorText text={error} />
      <PortalButton type="submit" variant="primary" isBusy={isBusy} busyText={texts.signingIn}>
        {texts.signIn}
      </PortalButton>
    </Form>
  )
}
