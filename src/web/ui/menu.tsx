import { cloneElement, type KeyboardEvent, type ReactElement, useState } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import type { MenuProps } from './menu-window.tsx'

export type { MenuEntry } from './menu-window.tsx'

const MenuWindow = lazyComponent(async () => (await import('./menu-window.tsx')).MenuWindow)

/** Attributes of the button until the menu has loaded. */
interface TriggerProps {
  readonly onClick?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

/**
 * A dropdown menu. Not modal, so nothing behind it is hidden from assistive technology. Loaded when the button is
 * hovered or focused: most menus are never opened.
 * `<Menu trigger={<IconButton label="Actions for sofia" icon={<Ellipsis />} />} entries={[{ label: 'Edit', onSelect:
 * edit }]} />`
 */
export function Menu(props: MenuProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const open = async () => {
    if (!(await MenuWindow.fetch())) return
    setWasOpened(true)
    setIsOpen(true)
  }
  const button = cloneElement(props.trigger as ReactElement<TriggerProps>, {
    onClick: () => void open(),
    onKeyDown: (event) => event.key === 'ArrowDown' && void open(),
    onPointerEnter: () => void MenuWindow.preload(),
    onFocus: () => void MenuWindow.preload(),
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
  })
  if (!wasOpened) return button
  return <MenuWindow {...props} isOpen={isOpen} onOpenChange={setIsOpen} />
}
