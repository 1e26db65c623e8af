import { useState } from 'react'
import { type MessageName, messageNames } from '../../../shared/messages.ts'
import type { FailureText } from '../../api/failure-toast.ts'
import { type MutateOptions, useMutate } from '../../api/use-mutate.ts'
import { EditConflict, type FieldConflict } from '../../common/forms/edit-conflict.ts'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import { useOverwriteQuestion } from '../../common/forms/overwrite-dialog.tsx'
import * as areaTexts from '../../texts/custom-messages.ts'
import { messageLabels } from './message-names.ts'

/** Stored texts; null inherits. */
export type StoredTexts = { readonly [name in MessageName]?: string | null }

/** A text being edited, and the stored one when editing began. */
interface Typed {
  readonly text: string | null
  readonly from: string | null
}

export type MessageDraft = { readonly [name in MessageName]?: Typed }

export interface MessageCalls<Reply> extends Pick<MutateOptions<unknown, Reply>, 'done' | 'refresh' | 'onReply'> {
  /** The current texts. */
  readonly read: () => Promise<StoredTexts>
  readonly save: (texts: StoredTexts) => Promise<Reply>
  readonly failed: FailureText
}

/**
 * The six messages being edited. Only changed ones are sent; if someone else changed one of them too, the save asks. Text
 * typed during a save stays.
 */
export function useMessageDraft<Reply>(stored: StoredTexts, calls: MessageCalls<Reply>) {
  const { read, save, failed, ...texts } = calls
  const [draft, setDraft] = useState<MessageDraft>({})
  const overwrite = useOverwriteQuestion(() => send(true))
  const isDirty = Object.keys(changesIn(draft)).length > 0
  const guard = useLeaveGuard(isDirty, 'page')
  const discardSaved = (sent: MessageDraft) => setDraft((now) => newerThan(sent, now))
  const update = useMutate(
    async ({ sent, isAsked }: { readonly sent: MessageDraft; readonly isAsked: boolean }) => {
      const found = findConflictsIn(sent, await read())
      if (found.length > 0 && !isAsked) throw new EditConflict(found)
      return save(changesIn(sent))
    },
    {
      ...texts,
      failed: (error) => (error instanceof EditConflict ? false : failed),
      onReply: (reply, { sent }) => {
        discardSaved(sent)
        texts.onReply?.(reply, undefined)
      },
    },
  )
  const send = (isAsked: boolean) => {
    overwrite.hide()
    update.mutate({ sent: draft, isAsked }, { onError: overwrite.ask })
  }
  return {
    /** Field value. */
    textOf: (name: MessageName) => (draft[name] === undefined ? (stored[name] ?? null) : draft[name].text),
    set: (name: MessageName, text: string | null) =>
      setDraft((old) => ({ ...old, [name]: { text, from: old[name]?.from ?? stored[name] ?? null } })),
    save: () => send(false),
    isSaving: update.isPending,
    error: update.error instanceof EditConflict ? null : update.error,
    /** The unsaved changes; `discardSaved` drops those that were saved and keeps what was typed since. */
    draft,
    discardSaved,
    question: (
      <>
        {overwrite.question}
        {guard.question}
      </>
    ),
  }
}

/** An empty text inherits. */
const wanted = ({ text }: Typed) => (text?.trim() ? text : null)
const isBlank = (text: string | null | undefined) => !text?.trim()
const isSameText = (one: string | null | undefined, other: string | null | undefined) =>
  one === other || (isBlank(one) && isBlank(other))

/** What was typed after `sent` was sent. */
function newerThan(sent: MessageDraft, now: MessageDraft): MessageDraft {
  return Object.fromEntries(
    messageNames.flatMap((name) => {
      const typed = now[name]
      if (typed === undefined || typed === sent[name]) return []
      const before = sent[name]
      return [[name, before === undefined ? typed : { ...typed, from: wanted(before) }]]
    }),
  )
}

function changesIn(draft: MessageDraft): StoredTexts {
  return Object.fromEntries(
    messageNames.flatMap((name) => {
      const typed = draft[name]
      return typed === undefined || isSameText(typed.text, typed.from) ? [] : [[name, wanted(typed)]]
    }),
  )
}

function findConflictsIn(draft: MessageDraft, now: StoredTexts): readonly FieldConflict[] {
  return messageNames.flatMap((name) => {
    const typed = draft[name]
    if (typed === undefined || isSameText(typed.text, typed.from)) return []
    if (isSameText(now[name], typed.from) || isSameText(now[name], typed.text)) return []
    const words = (text: string | null | undefined) => (isBlank(text) ? areaTexts.none : String(text))
    return [{ label: messageLabels[name], theirs: words(now[name]), mine: words(typed.text) }]
  })
}
