import { type ReactNode, useState } from 'react'
import { IsOpenContext } from '../lazy-component.tsx'

/**
 * Mounts a window, which may be `late`, at its first opening and keeps it, so that it closes with its animation.
 * `<FromFirstOpening isOpen={isOpen}><SettingsDialog isOpen={isOpen} … /></FromFirstOpening>`
 */
export function MountOnFirstOpen({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened && <IsOpenContext value={isOpen}>{children}</IsOpenContext>
}
