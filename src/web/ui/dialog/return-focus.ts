/**
 * Remembers what opened an overlay. From a menu it is the menu's button: the entry itself is gone by the time the
 * overlay closes.
 */
export function currentOpener(): HTMLElement | null {
  const active = document.activeElement
  const buttonId = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = buttonId ? document.getElementById(buttonId) : active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** Gives the focus back to the opener, or to the screen's heading when the opener is gone (a deleted row). */
export function returnFocus(opener: HTMLElement | null): void {
  const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}
