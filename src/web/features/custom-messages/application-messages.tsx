import { RotateCcw, Save } from 'lucide-react'
import { useState } from 'react'
import { type MessageName, messageDefaults, messageNames } from '../../../shared/messages.ts'
import { fieldErrors } from '../../api/field-errors.ts'
import { useLeaveGuard } from '../../layout/leave-guard.tsx'
import { useChangeRefusal } from '../../session/change-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { MessageField } from './message-field.tsx'
import { applicationMessage, mapMessages } from './message-names.ts'
import { MessagesLayout } from './messages-layout.tsx'
import { NotLoaded } from './not-loaded.tsx'
import {
  type Application,
  type ApplicationTexts,
  type CustomMessages,
  useCustomMessages,
  useResetApplicationMessages,
  useSaveApplicationMessages,
} from './use-custom-messages.ts'

/** The section Messages: the application's own six texts over those of the account. */
export function ApplicationMessages({ application }: { readonly application: Application }) {
  const { data, error, refetch, isRefetching } = useCustomMessages(application.id)
  if (data !== undefined) return <MessagesForm application={application} account={data} />
  return <NotLoaded error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
}

/** What is being typed; null lets go of the application's own text. */
type Draft = { readonly [name in MessageName]?: string | null }

interface FormProps {
  readonly application: Application
  readonly account: CustomMessages
}

function MessagesForm({ application, account }: FormProps) {
  const { id } = application
  const [draft, setDraft] = useState<Draft>({})
  const ownOf = (name: MessageName) => {
    const typed = draft[name]
    return typed === undefined ? application[applicationMessage(name)] : typed
  }
  const change = changeOf(application, draft)
  const isDirty = Object.keys(change).length > 0
  const guard = useLeaveGuard(isDirty, 'page')
  const settle = () => setDraft({})
  const save = useSaveApplicationMessages(id, settle)
  const reset = useResetApplicationMessages(id, settle)
  const fields = fieldErrors(save.error)
  return (
    <Form onSubmit={() => save.mutate(change)}>
      <MessagesLayout
        preview={mapMessages((name) => ownOf(name)?.trim() || account[name])}
        title="Messages"
        description={
          <>
            What this application answers. What is not set here comes from your{' '}
            <TextLink href="/custom-messages">Custom Messages</TextLink>, else it is the default.
          </>
        }
        actions={
          <>
            <Button
              icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
              isBusy={reset.isPending}
              busyText="Resetting..."
              onClick={() => reset.mutate(textsOf(application))}
            >
              Reset to Defaults
            </Button>
            <Button
              variant="primary"
              type="submit"
              icon={<Save size={16} strokeWidth={1.75} aria-hidden />}
              disabledReason={useChangeRefusal()}
              isBusy={save.isPending}
              busyText="Saving..."
            >
              Save Messages
            </Button>
          </>
        }
      >
        {messageNames.map((name) => {
          const isOwn = Boolean(ownOf(name)?.trim())
          const set = (text: string | null) => setDraft((old) => ({ ...old, [name]: text }))
          return (
            <MessageField
              key={name}
              name={name}
              text={ownOf(name) ?? account[name]}
              inherited={account[name]}
              error={fields[applicationMessage(name)]}
              onChange={set}
              origin={isOwn ? 'Own text' : inheritedFrom(account[name] !== messageDefaults[name])}
              action={
                isOwn
                  ? { label: 'Reset', onClick: () => set(null) }
                  : { label: 'Override', onClick: () => set(account[name]) }
              }
            />
          )
        })}
      </MessagesLayout>
      {guard.question}
    </Form>
  )
}

const inheritedFrom = (isAccount: boolean) => `Inherited from ${isAccount ? 'account' : 'default'}`

function textsOf(application: Application): ApplicationTexts {
  return Object.fromEntries(
    messageNames.map((name) => [applicationMessage(name), application[applicationMessage(name)]]),
  )
}

/** What differs from what is stored; a blank text inherits. */
function changeOf(application: Application, draft: Draft): ApplicationTexts {
  return Object.fromEntries(
    messageNames.flatMap((name) => {
      const typed = draft[name]
      if (typed === undefined) return []
      const field = applicationMessage(name)
      const wanted = typed?.trim() ? typed : null
      return wanted === application[field] ? [] : [[field, wanted]]
    }),
  )
}
