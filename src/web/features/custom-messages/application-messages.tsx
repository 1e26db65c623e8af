import { messageDefaults, messageNames } from '../../../shared/messages.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import * as texts from '../../texts/custom-messages.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { MessageButtons } from './message-buttons.tsx'
import { MessageField } from './message-field.tsx'
import { applicationMessage, mapMessages } from './message-names.ts'
import { MessagesLayout } from './messages-layout.tsx'
import { MessagesPlaceholder } from './messages-placeholder.tsx'
import {
  type Application,
  type CustomMessages,
  textsOf,
  useApplicationMessageCalls,
  useCustomMessages,
  useResetApplicationMessages,
} from './use-custom-messages.ts'
import { useMessageDraft } from './use-message-draft.tsx'

/** The section Messages: the application's own messages over the account's. */
export function ApplicationMessages({ application }: { readonly application: Application }) {
  const { data, error, refetch, isRefetching } = useCustomMessages(application.id)
  if (data !== undefined) return <MessagesForm application={application} account={data} />
  return <MessagesPlaceholder error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
}

interface FormProps {
  readonly application: Application
  readonly account: CustomMessages
}

function MessagesForm({ application, account }: FormProps) {
  const { id } = application
  const stored = textsOf(application)
  const form = useMessageDraft(stored, useApplicationMessageCalls(id))
  const { textOf: ownOf } = form
  const reset = useResetApplicationMessages(id, form.discardSaved)
  const fields = fieldErrors(form.error)
  const mayChange = useReadOnlyReason() === undefined
  return (
    <Form onSubmit={() => mayChange && form.save()}>
      <MessagesLayout
        preview={mapMessages((name) => ownOf(name)?.trim() || account[name])}
        title={texts.messages}
        description={
          <>
            {texts.messagesOfThisApplication} <TextLink href="/custom-messages">{texts.customMessages}</TextLink>{' '}
            {texts.orTheDefault}
          </>
        }
        actions={
          <MessageButtons
            isResetting={reset.isPending}
            onReset={() => reset.mutate({ before: stored, draft: form.draft })}
            isSaving={form.isSaving}
            saveText={texts.saveMessages}
          />
        }
      >
        {messageNames.map((name) => {
          const isOwn = Boolean(ownOf(name)?.trim())
          const set = (text: string | null) => form.set(name, text)
          return (
            <MessageField
              key={name}
              name={name}
              text={ownOf(name) ?? account[name]}
              inherited={account[name]}
              error={fields[applicationMessage(name)]}
              onChange={set}
              origin={isOwn ? texts.custom : inheritedFrom(account[name] !== messageDefaults[name])}
              action={
                isOwn
                  ? { label: 'Reset', onClick: () => set(null) }
                  : { label: 'Override', onClick: () => set(account[name]) }
              }
            />
          )
        })}
      </MessagesLayout>
      {form.question}
    </Form>
  )
}

const inheritedFrom = (isAccount: boolean) => texts.inheritedFrom(isAccount ? 'account' : 'default')
