import { TriangleAlert } from 'lucide-react'
import { type MessageName, messageDefaults } from '../../../shared/messages.ts'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import * as texts from '../../texts/custom-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { keywordWarning } from './keyword-check.ts'
import { maxMessageLength, messageLabels } from './message-names.ts'

export interface MessageFieldProps {
  readonly name: MessageName
  /** Field value. */
  readonly text: string
  /** What clients get while the field is blank. */
  readonly inherited: string
  readonly onChange: (text: string) => void
  readonly error?: string | undefined
  /** The text's origin: `Own text`. */
  readonly origin: string
  /** A button that switches to the other origin. */
  readonly action: { readonly label: string; readonly onClick: () => void }
}

/** One message: a two-line field, its default, its length, and whether old clients still understand it. */
export function MessageField({ name, text, inherited, onChange, error, origin, action }: MessageFieldProps) {
  const warning = keywordWarning(name, text)
  return (
    <Field
      label={messageLabels[name]}
      error={error}
      aside={
        <span className="flex flex-wrap items-center justify-end gap-x-2 text-second text-fg-3">
          {origin}
          <Button
            variant="ghost"
            size="sm"
            needs="manage"
            aria-label={`${action.label} ${messageLabels[name]}`}
            onClick={action.onClick}
          >
            {action.label}
          </Button>
        </span>
      }
      hint={
        <>
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0">{texts.defaultOf(messageDefaults[name])}</span>
            <span className="tabular-nums">
              {text.length} / {maxMessageLength}
            </span>
          </span>
          {warning !== undefined && (
            <span className="mt-1 flex items-start gap-1.5 text-warn">
              <TriangleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
              {warning}
            </span>
          )}
        </>
      }
    >
      <TextArea
        rows={2}
        name={name}
        dir="auto"
        maxLength={maxMessageLength}
        readOnly={useReadOnlyReason() !== undefined}
        placeholder={inherited}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
