/** The two ways to write to the clipboard. */
export interface CopyMeans {
  /** Missing over plain HTTP except on localhost, and may be denied by the user. */
  readonly clipboard?: { writeText(text: string): Promise<void> } | undefined
  /** Fallback: selects a hidden field and copies it. */
  readonly viaField: (text: string) => boolean
}

/** Copies text to the clipboard and returns whether that worked; never throws. `if (await copyText(key)) …` */
export async function copyText(text: string, means: CopyMeans = browserMeans()): Promise<boolean> {
  try {
    if (means.clipboard !== undefined) {
      await means.clipboard.writeText(text)
      return true
    }
  } catch {
    // Denied: try the field.
  }
  try {
    return means.viaField(text)
  } catch {
    return false
  }
}

function browserMeans(): CopyMeans {
  return { clipboard: navigator.clipboard as Clipboard | undefined, viaField: copyViaField }
}

function copyViaField(text: string): boolean {
  const opener = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Inside an open dialog, or its focus trap would take the selection away.
  const home = opener?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  home.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (opener instanceof HTMLElement) opener.focus()
  return isDone
}
