import { TriangleAlert } from 'lucide-react'
import { clientEvents, type EventName, eventNames, isSellingEvent } from '../../../shared/events.ts'
import { formatOfUrl, type WebhookFormat, webhookFormats } from '../../../shared/webhook-formats.ts'
import { applicationOptions } from '../../api/use-own-applications.ts'
import type { TextProps } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { eventMeanings } from './event-meanings.ts'
import { urlWarnings } from './url-warnings.ts'
import { effectiveFormat, type WebhookForm } from './webhook-form.ts'
import { formatNames } from './webhook-types.ts'

export interface WebhookFieldsProps {
  readonly form: WebhookForm
  readonly set: (change: Partial<WebhookForm>) => void
  readonly text: (name: 'url' | 'secret') => TextProps
  readonly errors: Readonly<Record<string, string | undefined>>
  /** The applications to choose from; undefined for an existing webhook, whose application is fixed. */
  readonly applications: ReadonlyMap<number, string> | undefined
  readonly isNew: boolean
  /** The masked current URL, kept while the field is empty. */
  readonly maskedUrl: string | undefined
}

/** The fields of a webhook, new or not. */
export function WebhookFields({ form, set, text, errors, applications, isNew, maskedUrl }: WebhookFieldsProps) {
  const format = maskedUrl !== undefined && form.url === '' ? undefined : effectiveFormat(form)
  const isChat = format !== undefined && format !== 'json'
  return (
    <>
      <div className="flex min-w-0 flex-col gap-1.5">
        <Field label={texts.url} error={errors.url} hint={maskedUrl === undefined ? undefined : texts.leaveEmptyToKeep}>
          <TextInput
            isMono
            {...text('url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2048}
            placeholder={maskedUrl ?? 'https://example.com/webhooks/keywright'}
          />
        </Field>
        <div role="status">
          {urlWarnings(form.url).map((text) => (
            <p key={text} className="flex items-start gap-1.5 text-second text-warn">
              <TriangleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
              {text}
            </p>
          ))}
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={texts.format} error={errors.format}>
          <Select
            name="format"
            options={formatOptions(
              maskedUrl !== undefined && form.url === '' ? undefined : formatOfUrl(form.url.trim()),
            )}
            value={form.format ?? ''}
            onChange={(value) => set({ format: value === '' ? null : value })}
          />
        </Field>
        {applications !== undefined && (
          <ScopeField {...{ form, set, text }} applications={applications} error={errors.applicationId} />
        )}
      </div>
      <EventsChecklist chosen={form.events} onChange={(events) => set({ events })} error={errors.events} />
      <Switch
        label={texts.active}
        hint={texts.whenOffEventsArent}
        checked={form.isActive}
        onChange={(isActive) => set({ isActive })}
      />
      {isNew && !isChat && <SecretField text={text} error={errors.secret} />}
      {isChat && <p className="text-second text-fg-3">{texts.thisUrlIsItself}</p>}
    </>
  )
}

type PartProps = Pick<WebhookFieldsProps, 'form' | 'set' | 'text'> & { readonly error: string | undefined }

function ScopeField(props: PartProps & { readonly applications: ReadonlyMap<number, string> }) {
  const { form, set, applications, error } = props
  const { applicationId } = form
  const isForeign = applicationId !== undefined && !applications.has(applicationId)
  const options = [
    ...applicationOptions(applications),
    ...(isForeign ? [{ value: String(applicationId), label: texts.app(applicationId) }] : []),
  ]
  return (
    <Field label={texts.application} error={error}>
      <Select
        options={options}
        value={applicationId === undefined ? '' : String(applicationId)}
        onChange={(id) => set({ applicationId: id === '' ? undefined : Number(id) })}
      />
    </Field>
  )
}

function SecretField({ text, error }: Omit<PartProps, 'form' | 'set'>) {
  return (
    <Field label={texts.secretOptional} hint={texts.signsEachDeliverySo} error={error}>
      <TextInput isMono {...text('secret')} autoComplete="off" spellCheck={false} maxLength={256} />
    </Field>
  )
}

type FormatChoice = '' | WebhookFormat

/** `derived`: the format that the URL implies, if known. */
function formatOptions(derived: WebhookFormat | undefined) {
  const automatic = derived === undefined ? texts.byTheUrl : texts.byTheUrlOf(formatNames[derived])
  return [
    { value: '' as FormatChoice, label: automatic },
    ...webhookFormats.map((value) => ({ value: value as FormatChoice, label: formatNames[value] })),
  ]
}

interface EventsChecklistProps {
  readonly chosen: readonly EventName[]
  readonly onChange: (chosen: readonly EventName[]) => void
  readonly error: string | undefined
}

/** The events, each with its meaning. */
function EventsChecklist({ chosen, onChange, error }: EventsChecklistProps) {
  const toggle = (event: EventName, isOn: boolean) =>
    onChange(eventNames.filter((name) => (name === event ? isOn : chosen.includes(name))))
  const areAll = clientEvents.every((event) => chosen.includes(event))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{texts.events}</legend>
      <div className="-mt-8 mb-1 flex justify-end">
        <Button
          variant="ghost"
          size="sm"
          onClick={() =>
            onChange(
              areAll ? ['user_login'] : eventNames.filter((name) => !isSellingEvent(name) || chosen.includes(name)),
            )
          }
        >
          {areAll ? texts.onlyUserLogin : texts.allClientEvents}
        </Button>
      </div>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {eventNames.map((event) => (
          <Checkbox
            key={event}
            name={event}
            label={<span className="font-mono text-second">{event}</span>}
            hint={eventMeanings[event]}
            checked={chosen.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
        ))}
      </div>
      <ErrorText text={error} />
    </fieldset>
  )
}
