/** How long a closed toast stays in memory. Document 2, section 9. */
const removeDelayMs = 1_000_000

interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

export interface ToastText {
  readonly title: string
  readonly description?: string | undefined
  readonly kind?: 'default' | 'destructive' | undefined
  /** One thing to do about it, such as Undo. */
  readonly action?: ToastAction | undefined
  /** News nobody asked for: read out when there is a pause. Answers to the user's act are read at once. */
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

/** Closes the toast that is shown. */
export function dismissToast(): void {
  if (shown === undefined || !shown.isOpen) return
  show({ ...shown, isOpen: false })
  removal = setTimeout(() => show(undefined), removeDelayMs)
}

/** For the one `Toaster`: the toast to draw and the news that it changed. */
export const toastStore = {
  get: (): ShownToast | undefined => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
