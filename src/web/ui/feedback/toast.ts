import { toastRemovalDelayMs } from '../../../shared/constants.ts'

interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

export interface ToastText {
  readonly title: string
  readonly description?: string | undefined
  readonly kind?: 'default' | 'destructive' | undefined
  /** One action, such as Undo. */
  readonly action?: ToastAction | undefined
  /** Not caused by the user: announced politely. Results of the user's own action are announced at once. */
  readonly isNews?: boolean | undefined
}

export interface ShownToast extends ToastText {
  readonly id: number
  readonly isOpen: boolean
}

let shown: ShownToast | undefined
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: ShownToast | undefined): void {
  clearTimeout(removal)
  shown = next
  for (const listener of listeners) listener()
}

/**
 * Shows a toast, from anywhere; one at a time, a new one replaces the old.
 * `toast({ title: 'Copied', description: 'API key copied to clipboard' })`
 */
export function toast(text: ToastText): void {
  lastId += 1
  show({ ...text, id: lastId, isOpen: true })
}

export function dismissToast(): void {
  if (shown === undefined || !shown.isOpen) return
  show({ ...shown, isOpen: false })
  removal = setTimeout(() => show(undefined), toastRemovalDelayMs)
}

/** For the `Toaster`: the current toast, and a subscription to its changes. */
export const toastStore = {
  get: (): ShownToast | undefined => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
