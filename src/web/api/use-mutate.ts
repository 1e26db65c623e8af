import { hashKey, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import * as texts from '../texts/api.ts'
import { useOpening } from '../ui/dialog/opening.tsx'
import { type ToastText, toast } from '../ui/feedback/toast.ts'
import type { ApiKey } from './client.ts'
import { type FailureText, failureToast } from './failure-toast.ts'
import { invalidateAnswers } from './invalidate-answers.ts'

type Text<Reply, Input> = string | ToastText | ((reply: Reply, input: Input) => ToastText)

export interface MutateOptions<Input, Reply> {
  /** The success toast: its title, or title and description. */
  readonly done?: Text<Reply, Input>
  /**
   * The failure toast: a title above the server's message, or a title and a fixed text. Absent: `Error` and the
   * server's message. `false`: none, the caller shows the error itself.
   */
  readonly failed?: FailureText | false | ((error: Error) => FailureText | false | undefined)
  /** Endpoints whose cached responses are stale now. */
  readonly refresh?: ApiKey | readonly ApiKey[]
  /** Updates the cache before the response arrives. Returns how to roll back. */
  readonly optimistic?: (input: Input, client: QueryClient) => () => void
  /** The Undo of the success toast. */
  readonly undo?: (reply: Reply, input: Input) => void
  /**
   * Called for every reply, even after the dialog closed: for the cache, and for secrets that are returned only once.
   */
  readonly onReply?: (reply: Reply, input: Input) => void
  /**
   * Acts on the dialog or screen that sent the request: closes it, navigates. Not called when it is gone, or when
   * something was typed since.
   */
  readonly onDone?: (reply: Reply, input: Input) => void
}

/**
 * A mutation with its toasts and invalidations. The same input is sent once while it is in flight, so a double click is
 * one request.
 * `const ban = useMutate((userId: string) => api('POST …/ban', …), { done: 'User banned successfully', refresh: 'GET
 * …/users' })`
 */
export function useMutate<Input, Reply>(
  change: (input: Input) => Promise<Reply>,
  options: MutateOptions<Input, Reply> = {},
) {
  const client = useQueryClient()
  const opening = useOpening()
  const inFlight = useRef(new Set<string>())
  const mutation = useMutation({
    mutationFn: change,
    onMutate: (input: Input) => ({ rollBack: options.optimistic?.(input, client), entries: opening.entries }),
    onSuccess: (reply, input, { entries }) => {
      const text = successToast(options, reply, input)
      if (text !== undefined) toast(text)
      options.onReply?.(reply, input)
      if (opening.isOpen && opening.entries === entries) options.onDone?.(reply, input)
    },
    onError: (error: Error, _input, sent) => {
      sent?.rollBack?.()
      const failed = typeof options.failed === 'function' ? options.failed(error) : options.failed
      if (failed !== false) toast(failureToast(failed, error))
    },
    onSettled: (_reply, _error, input) => {
      inFlight.current.delete(hashKey([input]))
      for (const key of [options.refresh ?? []].flat()) invalidateAnswers(client, [key])
    },
  })
  const { mutate } = mutation
  const send = useCallback<typeof mutate>(
    (...call) => {
      const key = hashKey([call[0]])
      if (inFlight.current.has(key)) return
      inFlight.current.add(key)
      mutate(...call)
    },
    [mutate],
  )
  return { ...mutation, mutate: send }
}

function successToast<Input, Reply>(
  options: MutateOptions<Input, Reply>,
  reply: Reply,
  input: Input,
): ToastText | undefined {
  const { done, undo } = options
  if (done === undefined) return undefined
  const text = typeof done === 'string' ? { title: done } : typeof done === 'function' ? done(reply, input) : done
  return undo === undefined ? text : { ...text, action: { label: texts.undo, onClick: () => undo(reply, input) } }
}
