import { type ComponentType, type ReactNode, useState } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { type DialogState, freshPerOpening } from './opening.tsx'

/** Fetched and mounted when `isOpen` is first true, and then kept mounted, so that what closes can be animated. */
export function lazyOnOpen<Props extends { readonly isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Lazy = lazyComponent(load)
  return function LazyOnOpen(props) {
    const [wasOpened, setWasOpened] = useState(props.isOpen)
    if (props.isOpen && !wasOpened) setWasOpened(true)
    return wasOpened && <Lazy {...props} />
  }
}

/**
 * A dialog whose code is fetched at its first opening. Each opening starts with fresh state, and the content stays on
 * screen until the closing animation is over. If the code can't be fetched, `onClose` is called and a toast says so.
 * `const EditUserDialog = lazyDialog(async () => (await import('./edit-user-dialog.tsx')).EditUserDialog)`
 */
export function lazyDialog<Props extends DialogState>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  return freshPerOpening(lazyOnOpen(load))
}
