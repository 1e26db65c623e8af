import { useState } from 'react'
import type { FailureText } from '../../api/failure-toast.ts'
import { type MutateOptions, useMutate } from '../../api/use-mutate.ts'
import { useOpening } from '../../ui/dialog/opening.tsx'
import { EditConflict, type FieldConflict } from './edit-conflict.ts'
import { findConflicts, isSame, type Labels, mergeAfterSave } from './find-conflicts.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { OverwriteDialog } from './overwrite-dialog.tsx'

/** What was saved: the record that the server answered with, the fields that were sent, and what stood before. */
export interface Saved<Row, Body> {
  readonly row: Row
  readonly body: Body
  readonly before: Row
}

/** How a record is read and saved. The fields of a body are fields of the record. */
export interface RecordCalls<Row, Body> extends Pick<MutateOptions<unknown, Saved<Row, Body>>, 'done' | 'refresh'> {
  /** The record as it stands now. */
  readonly read: () => Promise<Row>
  readonly save: (body: Body) => Promise<Row>
  readonly failed?: FailureText
  readonly onReply?: (saved: Saved<Row, Body>) => void
}

export interface EditFormOptions<Row, Form, Body> {
  /** What is edited; the window keeps to what it was when it opened. */
  readonly row: Row
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly calls: RecordCalls<Row, Body>
  readonly formOf: (row: Row) => Form
  /** What differs between the form and what was opened. */
  readonly changeOf: (form: Form, opened: Row) => Body
  /** Of every field that others may change, too. */
  readonly labels: Labels<Form>
}

/**
 * A form over a record that others may change meanwhile. It sends what was changed here and nothing else; where somebody
 * else changed the same field, it says so and asks. What is entered during the save stays, and so does the window.
 * `const { form, set, submit, question } = useEdits({ row, isOpen, onClose, calls, formOf, changeOf, labels })`
 */
export function useEditForm<Row extends object, Form extends object, Body extends object>(
  options: EditFormOptions<Row, Form, Body>,
) {
  const { row, isOpen, onClose, calls, formOf, changeOf, labels } = options
  const { read, save, failed, onReply, ...texts } = calls
  const [opened, setOpened] = useState(row)
  const [form, setForm] = useState(() => formOf(row))
  const [clashes, setClashes] = useState<readonly FieldConflict[]>()
  const opening = useOpening()
  const isDirty = !isSame(form, formOf(opened))
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
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
      // an open window asks; one that was closed can only say that nothing was saved
      failed: (error) => (error instanceof EditConflict && opening.isOpen ? false : failed),
      onReply: (saved, { mine }) => {
        const stored = { ...opened, ...pick(saved.row, Object.keys(saved.body)) }
        setOpened(stored)
        setForm((old) => mergeAfterSave(old, mine, formOf(stored)))
        onReply?.(saved)
      },
      onDone: close,
    },
  )
  const send = (isAsked: boolean) => {
    setClashes(undefined)
    update.mutate(
      { mine: form, isAsked },
      { onError: (error) => error instanceof EditConflict && setClashes(error.clashes) },
    )
  }
  return {
    form,
    set: (change: Partial<Form>) => setForm((old) => ({ ...old, ...change })),
    isDirty,
    close,
    submit: () => send(false),
    isSaving: update.isPending,
    error: update.error,
    question: (
      <>
        <OverwriteDialog
          clashes={isOpen ? clashes : undefined}
          onKeep={() => setClashes(undefined)}
          onOverwrite={() => send(true)}
        />
        {guard.question}
      </>
    ),
  }
}

function pick<Row extends object>(row: Row, fields: readonly string[]): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))) as Partial<Row>
}
