import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import type { FailureText } from '../../api/failure-toast.ts'
import { type MutateOptions, useMutate } from '../../api/use-mutate.ts'
import { useOpening } from '../../ui/dialog/opening.tsx'
import { EditConflict } from './edit-conflict.ts'
import { findConflicts, isSame, type Labels, mergeAfterSave } from './find-conflicts.ts'
import { useOverwriteQuestion } from './overwrite-dialog.tsx'
import { type FormChecks, useFormState } from './use-form-dialog.tsx'

/** What was saved: the record that the server returned, the fields that were sent, and the record before. */
export interface Saved<Row, Body> {
  readonly row: Row
  readonly body: Body
  readonly before: Row
}

/** How a record is read and saved. The fields of a body are fields of the record. */
export interface RecordCalls<Row, Body> extends Pick<MutateOptions<unknown, Saved<Row, Body>>, 'done' | 'refresh'> {
  /** The current record. */
  readonly read: () => Promise<Row>
  readonly save: (body: Body) => Promise<Row>
  readonly failed?: FailureText
  readonly onReply?: (saved: Saved<Row, Body>) => void
}

export interface EditFormOptions<Row, Form, Body> extends FormChecks<Form> {
  /** What is edited, as it is when the dialog opens; later changes don't alter the form. */
  readonly row: Row
  readonly calls: RecordCalls<Row, Body>
  readonly formOf: (row: Row) => Form
  /** What differs between the form and what was opened. */
  readonly changeOf: (form: Form, opened: Row) => Body
  /** Of every field that others may change as well. */
  readonly labels: Labels<Form>
}

const always = { isOpen: true, onClose: () => undefined }

/**
 * The same for a form that is a page of its own: it stays after a save, and while nothing is typed it shows what others
 * changed.
 */
export function useEditPage<Row extends object, Form extends object, Body extends object>(
  options: Omit<EditFormOptions<Row, Form, Body>, 'isOpen' | 'onClose' | 'isPage'>,
) {
  return useEditForm({ ...options, ...always, isPage: true })
}

/**
 * The form of a dialog that edits a record which others may change meanwhile. It sends only what was changed here; if
 * somebody else changed the same field, it says so and asks. Input entered during the save stays, and keeps the dialog
 * open. `const { form, set, text, flag, value, errors, dialog } = useEditForm({ row, isOpen, onClose, calls, formOf, changeOf, labels })`
 */
export function useEditForm<Row extends object, Form extends object, Body extends object>(
  options: EditFormOptions<Row, Form, Body>,
) {
  const { row, calls, formOf, changeOf, labels, ...checks } = options
  const { read, save, failed, onReply, ...texts } = calls
  const [opened, setOpened] = useState(row)
  const [form, setForm] = useState(() => formOf(row))
  const overwrite = useOverwriteQuestion(() => send(true), options.isOpen)
  const opening = useOpening()
  const { isPage = false } = checks
  if (isPage && row !== opened && isSame(form, formOf(opened))) {
    setOpened(row)
    setForm(formOf(row))
  }
  const state = useFormState({ form, setForm, opened: formOf(opened), ...checks })
  const update = useMutate(
    async ({ mine, isAsked }: { readonly mine: Form; readonly isAsked: boolean }): Promise<Saved<Row, Body>> => {
      const before = await read()
      const found = findConflicts({ opened: formOf(opened), mine, now: formOf(before) }, labels)
      if (found.length > 0 && !isAsked) throw new EditConflict(found)
      const body = changeOf(mine, opened)
      return { row: await save(body), body, before }
    },
    {
      ...texts,
      // an open dialog asks; after it was closed only a toast can say that nothing was saved
      failed: (error) => (error instanceof EditConflict && opening.isOpen ? false : failed),
      onReply: (saved, { mine }) => {
        const stored = { ...opened, ...pick(saved.row, Object.keys(saved.body)) }
        setOpened(stored)
        setForm((old) => mergeAfterSave(old, mine, formOf(stored)))
        onReply?.(saved)
      },
      ...(!isPage && { onDone: state.close }),
    },
  )
  const send = (isAsked: boolean) => {
    overwrite.hide()
    const onError = (error: Error) => {
      state.setErrors(fieldErrors(error))
      overwrite.ask(error)
    }
    update.mutate({ mine: form, isAsked }, { onError })
  }
  return {
    form,
    set: state.set,
    /** Back to what is stored. */
    reset: () => state.set(formOf(opened)),
    text: state.text,
    flag: state.flag,
    value: state.value,
    errors: state.errors,
    dialog: {
      ...state.dialog,
      isBusy: update.isPending,
      onSubmit: () => state.isValid() && send(false),
      question: (
        <>
          {overwrite.question}
          {state.question}
        </>
      ),
    },
  }
}

function pick<Row extends object>(row: Row, fields: readonly string[]): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))) as Partial<Row>
}
