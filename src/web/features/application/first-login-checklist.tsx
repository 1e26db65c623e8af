import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { maskApiKey } from '../../../shared/api-key-mask.ts'
import { activityReason } from '../../common/activity-reason.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { curlCommand } from '../../ui/text/curl-command.ts'
import { Time } from '../../ui/text/time.tsx'
import { noteKeyCopied, useIsKeyCopied } from './key-copied.ts'
import type { Application, useNewestLogins } from './use-application.ts'

export interface FirstLoginChecklistProps {
  readonly application: Application
  readonly logins: ReturnType<typeof useNewestLogins>
  /** The user just added, with password, so that the shown command works as it is. */
  readonly newUser: { readonly username: string; readonly password: string } | undefined
  readonly onAddUser: () => void
  readonly onCreateLicense: () => void
  /** On page load: an application with logins shows the list collapsed. */
  readonly wasDone: boolean
}

/** The steps from a new application to its first client login. */
export function FirstLoginChecklist(props: FirstLoginChecklistProps) {
  const { application, logins, wasDone } = props
  const [isOpen, setIsOpen] = useState(!wasDone)
  const isKeyCopied = useIsKeyCopied(application.id)
  const hasAccount = application.counts.users > 0 || application.counts.licenses > 0
  const hasLogin = logins.login != null
  const hasWebhook = application.counts.webhooks > 0
  const steps = [true, isKeyCopied || hasLogin, hasAccount || hasLogin, hasLogin, hasWebhook]
  const Arrow = isOpen ? ChevronUp : ChevronDown
  return (
    <Card
      title={hasLogin ? 'Your software is connected' : 'Connect your software'}
      description={`${steps.filter(Boolean).length} of ${steps.length} steps done`}
      isFlush={!isOpen}
      actions={
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          icon={<Arrow size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide steps' : 'Show steps'}
        </Button>
      }
    >
      {isOpen && (
        <ol className="flex flex-col">
          <Step number={1} isDone title="Application created" />
          <CopyStep application={application} isDone={isKeyCopied || hasLogin} />
          <AccountStep {...props} isDone={hasAccount || hasLogin} />
          <LoginStep {...props} />
          <WebhookStep id={application.id} isDone={hasWebhook} />
        </ol>
      )}
    </Card>
  )
}

interface StepProps {
  readonly number: number
  readonly title: ReactNode
  readonly isDone: boolean
  readonly isWaiting?: boolean
  readonly isLast?: boolean
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

function Step({ number, title, isDone, isWaiting = false, isLast = false, aside, children }: StepProps) {
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      {!isLast && <span className="absolute top-7 bottom-0 left-3 w-px bg-line" aria-hidden />}
      <span
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-full border text-meta font-medium',
          isDone ? 'border-ok/40 bg-ok/10 text-ok' : 'border-control text-fg-2',
        )}
      >
        {isDone ? <Check size={14} strokeWidth={2.25} aria-hidden /> : isWaiting ? <Spinner /> : number}
      </span>
      <div className="min-w-0 grow">
        <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-2">
          <span className={classNames('grow', isDone ? 'text-fg-2' : 'font-medium')}>
            {title}
            <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
          </span>
          {aside}
        </div>
        {children}
      </div>
    </li>
  )
}

function CopyStep({ application, isDone }: { readonly application: Application; readonly isDone: boolean }) {
  return (
    <Step
      number={2}
      isDone={isDone}
      title="API key copied"
      aside={
        !isDone && (
          <CopyButton
            text={application.apiKey}
            what="API key"
            done={{ title: 'Copied', description: 'API key copied to clipboard' }}
            onCopied={() => noteKeyCopied(application.id)}
          >
            Copy API Key
          </CopyButton>
        )
      }
    />
  )
}

function AccountStep({
  isDone,
  onAddUser,
  onCreateLicense,
}: Pick<FirstLoginChecklistProps, 'onAddUser' | 'onCreateLicense'> & { readonly isDone: boolean }) {
  return (
    <Step
      number={3}
      isDone={isDone}
      title="User or license created"
      aside={
        !isDone && (
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onAddUser}>
              Add User
            </Button>
            <Button size="sm" onClick={onCreateLicense}>
              Create License
            </Button>
          </span>
        )
      }
    />
  )
}

function LoginStep({ application, logins, newUser }: FirstLoginChecklistProps) {
  const { login, refusal } = logins
  return (
    <Step
      number={4}
      isDone={login != null}
      isWaiting={login == null}
      title={
        <span role="status">
          {login == null ? (
            'Waiting for the first login…'
          ) : (
            <span className="text-ok">
              <bdi className="font-medium">{login.username}</bdi> signed in from <code>{login.ipAddress}</code>,{' '}
              <Time value={login.createdAt} />
            </span>
          )}
        </span>
      }
    >
      {login == null && (
        <>
          {refusal != null && <Refusal refusal={refusal} />}
          <TryLine application={application} newUser={newUser} />
        </>
      )}
    </Step>
  )
}

/** Optional; useful for sellers. */
function WebhookStep({ id, isDone }: { readonly id: number; readonly isDone: boolean }) {
  return (
    <Step
      isLast
      number={5}
      isDone={isDone}
      title={isDone ? 'Webhook or Discord connected' : 'Webhook or Discord: be told when somebody signs in'}
      aside={
        !isDone && (
          <ButtonLink size="sm" href={`/app/${id}?section=webhooks&dialog=add-webhook`}>
            Add Webhook
          </ButtonLink>
        )
      }
    />
  )
}

function Refusal({ refusal }: { readonly refusal: NonNullable<ReturnType<typeof useNewestLogins>['refusal']> }) {
  return (
    <p role="status" className="mt-2 rounded-inner border border-bad/40 bg-bad/5 px-3 py-2 text-second">
      <span className="font-medium text-bad">Refused:</span> {activityReason(refusal) ?? refusal.event}{' '}
      <span className="text-fg-2">
        {refusal.username !== null && <bdi>{refusal.username}</bdi>} from <code>{refusal.ipAddress}</code>,{' '}
        <Time value={refusal.createdAt} />
      </span>
    </p>
  )
}

/** The login as a one-line command with all known values filled in. */
function TryLine({ application, newUser }: Pick<FirstLoginChecklistProps, 'application' | 'newUser'>) {
  const { apiKey, version, hwidLockEnabled } = application
  const commandWith = (key: string) =>
    curlCommand({
      origin: window.location.origin,
      apiKey: key,
      username: newUser?.username ?? 'USERNAME',
      password: newUser?.password ?? 'PASSWORD',
      version,
      hwid: hwidLockEnabled ? 'my-first-machine' : undefined,
    })
  return (
    <div className="mt-3 flex flex-col gap-2">
      <p className="text-second text-fg-2">
        {newUser === undefined
          ? 'Start your software, or paste this into a terminal with the name and password of a user:'
          : 'Start your software, or paste this into a terminal:'}
      </p>
      <CodeBlock
        label="curl"
        code={commandWith(apiKey)}
        masked={commandWith(maskApiKey(apiKey))}
        onCopied={() => noteKeyCopied(application.id)}
      />
      {hwidLockEnabled && (
        <p className="text-second text-fg-3">
          HWID Lock is on, so this binds the user to the test machine. Reset HWID in the user's menu afterwards.
        </p>
      )}
    </div>
  )
}
