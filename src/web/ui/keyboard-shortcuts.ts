/** Shortcuts with letters are written and pressed with ⌘ there, elsewhere with Ctrl. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const name = 'single_key_shortcuts'
const listeners = new Set<() => void>()
/** Fallback when storage is blocked: the choice lasts as long as the page. */
let isOff: boolean | undefined

function isStoredOff(): boolean {
  try {
    return localStorage.getItem(name) === 'off'
  } catch {
    return false
  }
}

/**
 * Whether single-key shortcuts such as `/` are on. They can be turned off: speech input and tremors trigger them by
 * accident.
 */
export const singleKeyShortcuts = {
  isOn: (): boolean => {
    isOff ??= isStoredOff()
    return !isOff
  },
  turn(isOn: boolean): void {
    isOff = !isOn
    try {
      if (isOn) localStorage.removeItem(name)
      else localStorage.setItem(name, 'off')
    } catch {
      // Storage is blocked.
    }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const fields =
  'input:not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]'
/** What covers the page. A drawer beside a list doesn't. */
const windows = '[role="dialog"]:not([data-beside]), [role="alertdialog"], [role="menu"]'

/** Ctrl K, on a Mac ⌘ K. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}

/** A single-key shortcut: not while typing, not in an open dialog, not when they are turned off. */
export function isSingleKey(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !event.repeat && isKeyOfPage(event)
}

/** A key pressed alone that is meant for the page, also one that is held down. */
export function isKeyOfPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { target } = event
  if (target instanceof Element && target.closest(`${fields}, ${windows}`) !== null) return false
  return singleKeyShortcuts.isOn() && document.querySelector(windows) === null
}
