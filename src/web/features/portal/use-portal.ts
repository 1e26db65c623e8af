import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { ApiReply } from '../../api/client.ts'

/** How a portal presents itself. */
export type Portal = ApiReply<'GET /api/portal/:slug'>

/** What a page loads, and how it is loaded again. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: Error | undefined
  reload(): void
}

/** Loads when the part is first shown, and again on demand; the last answer stays until the next one is there. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: Error }>({})
  const [turn, setTurn] = useState(0)
  const { onSignedOut } = useContext(PortalContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part loads what its address says, which never changes
  useEffect(() => {
    let isCurrent = true
    load()
      .then((data) => isCurrent && setState({ data }))
      .catch((error: Error) => {
        if (isSignedOut(error)) onSignedOut()
        else if (isCurrent) setState((old) => ({ ...old, error }))
      })
    return () => {
      isCurrent = false
    }
  }, [turn])
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  return { data: state.data, error: state.error, reload }
}

/** A change that a customer asked for. */
export interface Action {
  readonly isBusy: boolean
  readonly error: string | undefined
  readonly fields: Readonly<Record<string, string>>
  /** What it did, to be read out. */
  readonly done: string | undefined
  run(work: () => Promise<string | undefined>): void
}

/** Runs one change at a time. `run` resolves with what is to be said afterwards. */
export function useAction(): Action {
  const [state, setState] = useState<Omit<Action, 'run'>>(idle)
  const { onSignedOut } = useContext(PortalContext)
  const run = (work: () => Promise<string | undefined>) => {
    if (state.isBusy) return
    setState({ ...idle, isBusy: true })
    work()
      .then((done) => setState({ ...idle, done }))
      .catch((error: Error) => {
        if (isSignedOut(error)) return onSignedOut()
        const fields = error instanceof ApiError ? error.fields : {}
        return setState({ ...idle, error: error.message, fields })
      })
  }
  return { ...state, run }
}

const idle: Omit<Action, 'run'> = { isBusy: false, error: undefined, fields: {}, done: undefined }

const isSignedOut = (error: Error) => error instanceof ApiError && error.code === 'not_signed_in'

/** What all parts of a portal know. */
export const PortalContext = createContext({ slug: '', onSignedOut: () => {} })
