import { type ChangeEvent, useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { isSame } from './find-conflicts.ts'
import { useLeaveGuard } from './leave-guard.tsx'

/** Field name to why its value is refused. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

export interface FormChecks<Form> extends DialogState {
  /** Checked before anything is sent; `{}` when all is fine. */
  readonly validate?: ((form: Form) => FieldErrors) | undefined
  /** What a toast says besides, from the first error of `validate`. */
  readonly invalidToast?: (firstError: string) => { readonly title: string; readonly description: string }
  /** No dialog: opening one over it doesn't leave it. */
  readonly isPage?: boolean
}

export interface FormDialogOptions<Form> extends FormChecks<Form> {
  /** The form at its opening; what differs from it is unsaved. */
  readonly blank: Form
  /** The field errors in a failed reply; by default those that the server sends. */
  readonly errorsOf?: (error: Error) => FieldErrors
  /** The input was used, though the dialog is still open: closing asks nothing. */
  readonly isSaved?: boolean
}

/** What `useMutate` returns, as far as a form needs it. */
interface Mutation<Body> {
  readonly isPending: boolean
  readonly mutate: (body: Body, options: { readonly onError: (error: Error) => void }) => void
}

/**
 * The form of a dialog that creates something: unsaved input, leave guard, field errors and busy state. The dialog must
 * be fresh per opening. `close` leaves without asking: give it to the mutation's `onDone`.
 * ```
 * const { form, text, errors, close, dialog } = useFormDialog({ blank, isOpen, onClose, validate })
 * const create = useCreateUser(applicationId, close)
 * <FormDialog {...dialog(create, bodyOf)} title="Add User" submitText="Add User" busyText="Adding...">
 * ```
 */
export function useFormDialog<Form extends object>(options: FormDialogOptions<Form>) {
  const { blank, errorsOf = fieldErrors, ...checks } = options
  const [opened] = useState(blank)
  const [form, setForm] = useState(blank)
  const state = useFormState({ form, setForm, opened, ...checks })
  const dialog = <Body,>(mutation: Mutation<Body>, bodyOf: (form: Form) => Body) => ({
    ...state.dialog,
    question: state.question,
    isBusy: mutation.isPending,
    onSubmit: () => {
      if (mutation.isPending || !state.isValid()) return
      mutation.mutate(bodyOf(form), { onError: (error) => state.setErrors(errorsOf(error)) })
    },
  })
  const { set, text, flag, value, errors, close, leave } = state
  return { form, set, text, flag, value, errors, close, leave, dialog }
}

interface FormState<Form> extends FormChecks<Form> {
  readonly form: Form
  readonly setForm: (change: (old: Form) => Form) => void
  readonly opened: Form
  readonly isSaved?: boolean
}

/** What forms of new and of existing records have in common. */
export function useFormState<Form extends object>(options: FormState<Form>) {
  const { form, setForm, opened, isSaved = false, isOpen, onClose, validate, invalidToast, isPage = false } = options
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = !isSaved && !isSame(form, opened)
  const { leave, question } = useLeaveGuard(isOpen && isDirty, isPage ? 'page' : 'window')
  const close = () => leave(onClose)
  // Always a change of the latest form: a late reply can't undo what was entered since.
  const set = (change: Partial<Form> | ((latest: Form) => Partial<Form>)) => {
    setForm((latest) => ({ ...latest, ...(typeof change === 'function' ? change(latest) : change) }))
    // What was wrong with a value isn't said of the next one.
    if (typeof change === 'object') setErrors((old) => without(old, Object.keys(change)))
  }
  return {
    set,
    errors,
    setErrors,
    close,
    /** Goes elsewhere without asking. */
    leave,
    question,
    dialog: { isOpen, onClose: close, isDirty },
    /** The props of a text input. */
    text: (name: TextFields<Form>): TextProps => ({
      name,
      value: form[name] as string,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [name]: target.value } as Partial<Form>),
    }),
    /** The props of a switch. */
    flag: (name: Flags<Form>): FlagProps => ({
      name,
      checked: form[name] as boolean,
      onChange: (isOn: boolean) => set({ [name]: isOn } as Partial<Form>),
    }),
    /** The props of an input whose `onChange` gives the value, such as a number or a choice. */
    value: <Name extends keyof Form & string>(name: Name): ValueProps<Form[Name]> => ({
      name,
      value: form[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Form>),
    }),
    isValid: () => {
      const found = validate?.(form) ?? {}
      setErrors(found)
      const first = Object.values(found).find((error) => error !== undefined)
      if (first === undefined) return true
      if (invalidToast !== undefined) toast({ ...invalidToast(first), kind: 'destructive' })
      return false
    },
  }
}

function without(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
}

/** Name, value and change of a text input. */
export interface TextProps {
  readonly name: string
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

/** Name, value and change of a number or a choice. A method, so that the props of a larger form fit a smaller one. */
export interface ValueProps<Value> {
  readonly name: string
  readonly value: Value
  onChange(value: Value): void
}

/** Name, state and change of a switch. */
export interface FlagProps {
  readonly name: string
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
}

type Flags<Form> = { [Name in keyof Form]: Form[Name] extends boolean ? Name : never }[keyof Form] & string
type TextFields<Form> = { [Name in keyof Form]: Form[Name] extends string ? Name : never }[keyof Form] & string
