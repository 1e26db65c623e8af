import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type MessageName, messageDefaults, messageNames } from '../../../shared/messages.ts'
import { fieldErrors } from '../../api/api-error.ts'
import * as areaTexts from '../../texts/custom-messages.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Form } from '../../ui/form/form.tsx'
import { MessageButtons } from './message-buttons.tsx'
import { MessageField } from './message-field.tsx'
import { mapMessages, type Texts } from './message-names.ts'
import { MessagesLayout } from './messages-layout.tsx'
import { MessagesPlaceholder } from './messages-placeholder.tsx'
import { useCustomMessages, useMessageCalls, useResetMessages } from './use-custom-messages.ts'
import { useMessageDraft } from './use-message-draft.tsx'

export interface AccountMessagesProps {
  /** The page's heading, with the two buttons in it. */
  readonly heading: (actions: ReactNode) => ReactNode
}

/** The account's six messages. */
export function AccountMessages({ heading }: AccountMessagesProps) {
  const query = useCustomMessages()
  const { data: saved, error } = query
  useEffect(() => {
    if (error !== null) {
      toast({ title: areaTexts.error, description: areaTexts.failedToFetchCustom, kind: 'destructive' })
    }
  }, [error])
  const form = useMessageDraft(saved ?? messageDefaults, useMessageCalls())
  const texts = mapMessages((name) => form.textOf(name) ?? '')
  const reset = useResetMessages(form.discardSaved)
  const actions = saved !== undefined && (
    <MessageButtons
      isResetting={reset.isPending}
      onReset={() => reset.mutate({ before: saved, draft: form.draft })}
      isSaving={form.isSaving}
      saveText={areaTexts.saveChanges}
    />
  )
  return (
    <Form onSubmit={form.save} className="contents">
      {heading(actions || undefined)}
      <Note>{areaTexts.defaultMessagesApplyWhen}</Note>
      <ServerAnswer error={form.error ?? reset.error} />
      {saved === undefined ? (
        <MessagesPlaceholder error={error} onRetry={() => void query.refetch()} isRetrying={query.isRefetching} />
      ) : (
        <Fields texts={texts} errors={fieldErrors(form.error)} onChange={form.set} />
      )}
      {form.question}
    </Form>
  )
}

interface FieldsProps {
  readonly texts: Texts
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly onChange: (name: MessageName, text: string) => void
}

function Fields({ texts, errors, onChange }: FieldsProps) {
  return (
    <MessagesLayout
      preview={mapMessages((name) => texts[name].trim() || messageDefaults[name])}
      title={areaTexts.messages}
      description={areaTexts.writeTheMessagesThat}
    >
      {messageNames.map((name) => (
        <MessageField
          key={name}
          name={name}
          text={texts[name]}
          inherited={messageDefaults[name]}
          error={errors[name]}
          onChange={(text) => onChange(name, text)}
          origin={
            texts[name].trim() === '' || texts[name] === messageDefaults[name]
              ? areaTexts.defaultText
              : areaTexts.custom
          }
          action={{ label: 'Reset', onClick: () => onChange(name, messageDefaults[name]) }}
        />
      ))}
    </MessagesLayout>
  )
}

/** The server's error; the toast shows only the specified text. */
function ServerAnswer({ error }: { readonly error: Error | null }) {
  if (error === null || error.message === '') return null
  return (
    <p role="alert" className="flex items-start gap-1.5 text-second text-bad">
      <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
      {error.message}
    </p>
  )
}
