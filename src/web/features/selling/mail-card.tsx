import { Mail } from 'lucide-react'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/mail.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type MailSettings, useMail, useTestMail } from './use-mail.ts'

const MailDialog = lazyDialog(async () => (await import('./mail-dialog.tsx')).MailDialog)

export interface MailCardProps {
  readonly applicationId: number
}

/** How the application sends email to customers, and what waits or failed. */
export function MailCard({ applicationId }: MailCardProps) {
  const { data: mail, error, refetch, isRefetching } = useMail(applicationId)
  const editing = useDialogValue<MailSettings>()
  const test = useTestMail(applicationId)
  const isOn = mail !== undefined && mail.sender !== null
  const actions = isOn && (
    <>
      <Button
        needs="manage"
        isBusy={test.isPending}
        busyText={texts.sendingTest}
        onClick={() => test.mutate(undefined)}
      >
        {texts.sendTest}
      </Button>
      <Button needs="manage" onClick={() => editing.open(mail)}>
        {texts.edit}
      </Button>
    </>
  )
  return (
    <Card title={texts.title} description={texts.description} actions={actions}>
      {isOn ? (
        <Sending mail={mail} />
      ) : mail !== undefined ? (
        <EmptyState
          icon={Mail}
          title={texts.none}
          text={texts.noneText}
          actions={
            <Button variant="primary" needs="manage" onClick={() => editing.open(mail)}>
              {texts.setUp}
            </Button>
          }
        />
      ) : error === null ? (
        <Skeleton className="h-40" />
      ) : (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
      {editing.value && <MailDialog applicationId={applicationId} mail={editing.value} {...editing.dialog} />}
    </Card>
  )
}

function Sending({ mail }: { readonly mail: MailSettings }) {
  const { queue, smtp, sender, fromName, replyTo } = mail
  return (
    <div className="flex flex-col gap-4">
      <DescriptionList
        items={[
          { label: texts.mailServer, value: sender === 'server' ? texts.ofInstallation : (smtp?.host ?? texts.own) },
          { label: texts.fromName, value: fromName ?? <Unset text={texts.nameOfApplication} /> },
          { label: texts.replyTo, value: replyTo ?? <Unset text={texts.noReplyTo} /> },
          { label: texts.lastSent, value: <Time value={queue.lastSentAt} none={texts.neverSent} /> },
          { label: texts.waiting, value: texts.countMails(queue.waiting) },
          { label: texts.notSent, value: texts.countMails(queue.failed) },
        ]}
      />
      {queue.waitingError !== null && <Note>{texts.retried(queue.waitingError)}</Note>}
      {queue.refusedReason !== null && <Note>{texts.refused(queue.refused, texts.refusals[queue.refusedReason])}</Note>}
      {queue.failures.length > 0 && <Failures failures={queue.failures} />}
    </div>
  )
}

const Unset = ({ text }: { readonly text: string }) => <span className="text-fg-3">{text}</span>

function Failures({ failures }: { readonly failures: MailSettings['queue']['failures'] }) {
  return (
    <section aria-label={texts.failures} className="flex flex-col gap-2">
      <h3 className="font-semibold">{texts.failures}</h3>
      <ul className="divide-y divide-line border-t border-line">
        {failures.map(({ kind, to, error, failedAt }) => (
          <li key={failedAt + to} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 wrap-anywhere">{texts.failureOf(texts.kinds[kind], to)}</span>
            <Time value={failedAt} className="text-second text-fg-2" />
            <span className="w-full text-second wrap-anywhere text-fg-2">{error}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
