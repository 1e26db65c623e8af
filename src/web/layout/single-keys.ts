const name = 'single_key_shortcuts'
const listeners = new Set<() => void>()
/** Where storage is blocked the choice lasts as long as the page. */
let isOff: boolean | undefined

function isStoredOff(): boolean {
  try {
    return localStorage.getItem(name) === 'off'
  } catch {
    return false
  }
}

/** Whether a key alone, such as `/`, is a shortcut: speech input and trembling hands press keys by accident. */
export const singleKeys = {
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
      // As above.
    }
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
