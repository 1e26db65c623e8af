import { hashKey, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useOpening } from '../ui/dialog/opening.tsx'
import { type ToastText, toast } from '../ui/feedback/toast.ts'
import type { ApiKey } from './client.ts'
import { type FailureText, failureToast } from './failure-toast.ts'
import { invalidateAnswers } from './invalidate-answers.ts'

type Text<Reply, Input> = string | ToastText | ((reply: Reply, input: Input) => ToastText)

export interface MutateOptions<Input, Reply> {
  /** The success toast: its title, or all of it. */
  readonly done?: Text<Reply, Input>
  /**
   * The failure toast: a title above the server's message; or title and what is said without a message.
   * Absent: `Error` and the server's message. `false`: none, the caller shows the error itself.
   */
  readonly failed?: FailureText | false | ((error: Error) => FailureText | false | undefined)
  /** Calls whose cached answers are old now. */
  readonly refresh?: ApiKey | readonly ApiKey[]
  /** Changes the cache before the answer comes and returns how to take that back. */
  readonly optimistic?: (input: Input, client: QueryClient) => () => void
  /** The way back, offered in the success toast. */
  readonly undo?: (reply: Reply, input: Input) => void
  /** Hears every reply, wherever the reader is by then: what is cached, and what is told but once. */
  readonly onReply?: (reply: Reply, input: Input) => void
  /** Acts on the window or the screen that asked: closes it, leads on. Not where it is gone, or more was entered since. */
  readonly onDone?: (reply: Reply, input: Input) => void
}

/**
 * A change on the server with its toasts and the refreshing of what it made old. The same change is sent once while it is
 * under way: two presses before the page could draw that it is busy are one.
 * `const ban = useMutate((userId: string) => api('POST …/ban', …), { done: 'User banned successfully', refresh: 'GET …/users' })`
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
    onMutate: (input: Input) => ({ takeBack: options.optimistic?.(input, client), entries: opening.entries }),
    onSuccess: (reply, input, { entries }) => {
      const text = successToast(options, reply, input)
      if (text !== undefined) toast(text)
      options.onReply?.(reply, input)
      if (opening.isOpen && opening.entries === entries) options.onDone?.(reply, input)
    },
    onError: (error: Error, _input, sent) => {
      sent?.takeBack?.()
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
  return undo === undefined ? text : { ...text, action: { label: 'Undo', onClick: () => undo(reply, input) } }
}
