import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { maskApiKey } from '../../../shared/api-key-mask.ts'
import { apiList } from '../../api/client.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { noteKeyUse } from '../../common/api-key-use.ts'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import * as texts from '../../texts/api-config.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { curlCommand } from '../../ui/text/curl-command.ts'
import { type TriedAnswer, tryLogin } from './try-login.ts'
import { useSigningKeys } from './use-signing-keys.ts'
import type { Verdict } from './verify-signature.ts'

export interface TryItProps {
  readonly applicationId: number
  readonly apiKey: string
  readonly version: string
  readonly onKeyCopied: () => void
}

/** A real login of a test user, from the page or from the command line. */
export function TryIt({ applicationId, apiKey, version, onKeyCopied }: TryItProps) {
  const [form, setForm] = useState({ username: '', password: '', hwid: '' })
  const [errors, setErrors] = useState<{ readonly username?: string; readonly password?: string }>({})
  const [answer, setAnswer] = useState<TriedAnswer>()
  const [isBusy, setIsBusy] = useState(false)
  const { data: keys } = useSigningKeys(applicationId)
  const refusal = useReadOnlyReason()
  const { username, password, hwid } = form
  const send = async () => {
    const missing = {
      ...(username.trim() === '' && { username: texts.enterTheUsernameOf }),
      ...(password === '' && { password: texts.enterTheirPassword }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0 || keys === undefined || isBusy) return
    setIsBusy(true)
    try {
      const { issuer, current, next } = keys
      const publicKeys = [current.publicKey, next.publicKey]
      setAnswer(await tryLogin({ apiKey, version, username, password, hwid: hwid.trim(), issuer, publicKeys }))
    } catch {
      toast({
        title: texts.failedToSendLogin,
        description: texts.cantReachTheServer,
        kind: 'destructive',
      })
    } finally {
      setIsBusy(false)
    }
  }
  const commandWith = (key: string) =>
    curlCommand({
      origin: window.location.origin,
      apiKey: key,
      version,
      username: username.trim() || 'USERNAME',
      password: 'PASSWORD',
      hwid: hwid.trim() || 'MACHINE_ID',
    })
  const noteCopied = () => {
    noteKeyUse(applicationId, 'copy')
    onKeyCopied()
  }
  const set = (change: Partial<typeof form>) => setForm((old) => ({ ...old, ...change }))
  return (
    <Card title={texts.tryIt} description={texts.sendsARealLogin}>
      <div className="flex min-w-0 flex-col gap-5">
        {refusal === undefined && (
          <Form onSubmit={() => void send()} className="flex flex-col gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={texts.username} error={errors.username}>
                <UserInput
                  applicationId={applicationId}
                  value={username}
                  onChange={(value) => set({ username: value })}
                />
              </Field>
              <PasswordField
                label={texts.password}
                error={errors.password}
                name="test-password"
                autoComplete="off"
                value={password}
                onChange={(password) => set({ password })}
              />
            </div>
            <Field label={texts.hardwareId} hint={texts.optionalTheFirstOne}>
              <TextInput
                name="hwid"
                isMono
                autoComplete="off"
                maxLength={128}
                value={hwid}
                onChange={(event) => set({ hwid: event.target.value })}
              />
            </Field>
            <div>
              <Button variant="primary" type="submit" isBusy={isBusy} busyText={texts.sending}>
                {texts.sendLogin}
              </Button>
            </div>
          </Form>
        )}
        <div role="status">{answer !== undefined && <SignedAnswer answer={answer} />}</div>
        <CodeBlock
          label={texts.curl}
          code={commandWith(apiKey)}
          masked={commandWith(maskApiKey(apiKey))}
          onCopied={refusal === undefined ? noteCopied : undefined}
        />
      </div>
    </Card>
  )
}

interface UserInputProps {
  readonly applicationId: number
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Any username can be typed; the newest users are suggested. */
function UserInput({ applicationId, value, onChange }: UserInputProps) {
  const listId = useId()
  const key = 'GET /api/applications/:id/users'
  const { data: users } = useQuery({
    queryKey: userKeys.newest(applicationId),
    queryFn: async ({ signal }) => {
      const params = { id: String(applicationId) }
      return (await apiList(key, { params, query: { limit: '20' } }, { signal })).items
    },
  })
  return (
    <>
      <TextInput
        name="test-username"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
        list={listId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {users?.map(({ id, username }) => (
          <option key={id} value={username} />
        ))}
      </datalist>
    </>
  )
}

const verdicts: Readonly<Record<Verdict, { readonly tone: string; readonly text: string }>> = {
  right: { tone: 'text-ok', text: texts.thisBrowserVerifiedThe },
  wrong: {
    tone: 'text-bad',
    text: texts.invalidSignatureWrongKey,
  },
  unsigned: {
    tone: 'text-warn',
    text: texts.notSignedAClient,
  },
  unavailable: { tone: 'text-fg-2', text: texts.signedBrowsersCanVerify },
}

/** The response with its headers and signature check. */
function SignedAnswer({ answer }: { readonly answer: TriedAnswer }) {
  const { tone, text } = verdicts[answer.verdict]
  const Icon = answer.verdict === 'right' ? ShieldCheck : ShieldAlert
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className={classNames('flex items-start gap-2 text-second', tone)}>
        <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
        {text}
      </p>
      <CodeBlock label={texts.response} code={`${headText(answer)}\n\n${readable(answer.body)}`} />
    </div>
  )
}

const headText = ({ status, headers }: TriedAnswer) =>
  [texts.http(status), ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
