import * as texts from '../../texts/app-users.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { strongPassword } from './strong-password.ts'

export interface SuggestedPasswordProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** The last suggestion; shown with a copy button while the field still holds it. */
  readonly suggestion: string
  readonly onSuggest: (password: string) => void
  readonly error: string | undefined
  readonly hint: string | undefined
  readonly isRequired: boolean
  readonly placeholder?: string
}

/** A password field with a Generate button. */
export function SuggestedPassword(props: SuggestedPasswordProps) {
  const { value, onChange, suggestion, onSuggest, error, hint, isRequired, placeholder } = props
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={texts.password} error={error} hint={hint} isRequired={isRequired}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {suggestion !== '' && suggestion === value ? (
        <p
          role="status"
          className="flex items-center justify-between gap-2 rounded-control border border-line bg-bg py-0.5 pr-0.5 pl-3"
        >
          <code className="text-second">{suggestion}</code>
          <CopyButton text={suggestion} what="password" size="sm" />
        </p>
      ) : (
        <Button size="sm" className="self-start" onClick={() => onSuggest(strongPassword())}>
          {texts.suggestAStrongPassword}
        </Button>
      )}
    </div>
  )
}
