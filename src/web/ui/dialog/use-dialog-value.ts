import { useCallback, useState } from 'react'

/**
 * A dialog about one thing: `open(user)` shows it, and its value stays on screen while the dialog closes.
 * `{editing.value && <EditUserDialog user={editing.value} {...editing.dialog} />}`
 */
export function useDialogValue<Value>() {
  const [{ value, isOpen }, setState] = useState<{ value: Value | undefined; isOpen: boolean }>(closed)
  const open = useCallback((shown: Value) => setState({ value: shown, isOpen: true }), [])
  const close = useCallback(() => setState((old) => ({ ...old, isOpen: false })), [])
  return { value, open, close, dialog: { isOpen, onClose: close } }
}

/** A dialog that is about nothing in particular: `<Button onClick={asking.open} />`, `<ConfirmDialog {...asking.dialog} />` */
export function useDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => setIsOpen(true), [])
  const close = useCallback(() => setIsOpen(false), [])
  return { open, close, dialog: { isOpen, onClose: close } }
}

const closed = { value: undefined, isOpen: false }

/** The last value that was defined, for what is still on screen while it closes. */
export function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
