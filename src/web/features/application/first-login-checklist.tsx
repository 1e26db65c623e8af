import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { activityReason } from '../../common/activity-reason.ts'
import { settingsHref } from '../../common/settings-parts.ts'
import * as texts from '../../texts/application.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { noteKeyCopied, useIsKeyCopied } from './key-copied.ts'
import type { Application, useNewestLogins } from './use-application.ts'

/** Not needed any more after the first login. */
const FirstLoginSamples = lazyComponent(
  async () => (await import('./first-login-samples.tsx')).FirstLoginSamples,
  () => <Skeleton className="mt-3 h-56 w-full rounded-inner" />,
)

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
      title={hasLogin ? texts.yourSoftwareIsConnected : texts.connectYourSoftware}
      description={texts.ofStepsDone(steps.filter(Boolean).length, steps.length)}
      isFlush={!isOpen}
      actions={
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          icon={<Arrow size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.hideSteps : texts.showSteps}
        </Button>
      }
    >
      {isOpen && (
        <ol className="flex flex-col">
          <Step number={1} isDone title={texts.applicationCreated} />
          <CopyStep application={application} isDone={isKeyCopied || hasLogin} />
          <AccountStep {...props} isDone={hasAccount || hasLogin} />
          <LoginStep {...props} />
          <WebhookStep id={application.id} isDone={hasWebhook} />
        </ol>
      )}
      {isOpen && hasLogin && hasWebhook && <NextSteps id={application.id} />}
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
            <span className="sr-only">{isDone ? ' (done)' : texts.toDo}</span>
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
      title={isDone ? texts.apiKeyCopied : texts.copyTheApiKey}
      aside={
        !isDone && (
          <CopyButton
            text={application.apiKey}
            what={texts.apiKey}
            done={{ title: texts.copied, description: texts.apiKeyCopiedTo }}
            onCopied={() => noteKeyCopied(application.id)}
          >
            {texts.copyApiKey}
          </CopyButton>
        )
      }
    />
  )
}

interface AccountStepProps extends Pick<FirstLoginChecklistProps, 'application' | 'onAddUser' | 'onCreateLicense'> {
  readonly isDone: boolean
}

function AccountStep({ application, isDone, onAddUser, onCreateLicense }: AccountStepProps) {
  const licenses = `/app/${application.id}/licenses`
  return (
    <Step
      number={3}
      isDone={isDone}
      title={isDone ? texts.userOrLicenseCreated : texts.addAUserOr}
      aside={
        !isDone && (
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={onAddUser}>
              {texts.addUser}
            </Button>
            <Button size="sm" onClick={onCreateLicense}>
              {texts.createLicense}
            </Button>
            <ButtonLink size="sm" href={`${licenses}?dialog=generate`}>
              {texts.generateKeys}
            </ButtonLink>
            <ButtonLink size="sm" href={`${licenses}?dialog=import`}>
              {texts.importText}
            </ButtonLink>
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
            texts.logInFromYour
          ) : (
            <span className="text-ok">
              <bdi className="font-medium">{login.username}</bdi> {texts.loggedInFrom} <code>{login.ipAddress}</code>,{' '}
              <Time value={login.createdAt} />
            </span>
          )}
        </span>
      }
    >
      {login == null && (
        <>
          <p className="text-second text-fg-2">{texts.waitingForTheFirst}</p>
          {refusal != null && <Refusal refusal={refusal} />}
          <FirstLoginSamples application={application} newUser={newUser} />
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
      title={isDone ? texts.webhookOrDiscordConnected : texts.getNotifiedOfLogins}
      aside={
        !isDone && (
          <ButtonLink size="sm" href={`/app/${id}?section=webhooks&dialog=add-webhook`}>
            {texts.addWebhook}
          </ButtonLink>
        )
      }
    />
  )
}

function Refusal({ refusal }: { readonly refusal: NonNullable<ReturnType<typeof useNewestLogins>['refusal']> }) {
  return (
    <p role="status" className="mt-2 rounded-inner border border-bad/40 bg-bad/5 px-3 py-2 text-second">
      <span className="font-medium text-bad">{texts.rejected}</span> {activityReason(refusal) ?? refusal.event}{' '}
      <span className="text-fg-2">
        {refusal.username !== null && <bdi>{refusal.username}</bdi>} {texts.from} <code>{refusal.ipAddress}</code>,{' '}
        <Time value={refusal.createdAt} />
      </span>
    </p>
  )
}

/** What most makers do once the first client has signed in. */
function NextSteps({ id }: { readonly id: number }) {
  return (
    <p className="mt-4 border-t border-line pt-4 text-fg-2">
      {texts.next}{' '}
      <TextLink href={settingsHref(id, 'sign-in', 'registrationMode')}>{texts.requireALicenseKey}</TextLink>,{' '}
      <TextLink href={`/app/${id}/settings/team`}>{texts.inviteAColleague}</TextLink>,{' '}
      <TextLink href="/account">{texts.turnOnTwoFactor}</TextLink>.
    </p>
  )
}
