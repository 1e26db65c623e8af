/** The two ways a page can reach the clipboard. */
export interface CopyMeans {
  /** Absent on plain http beyond localhost, and may be refused by the user. */
  readonly clipboard?: { writeText(text: string): Promise<void> } | undefined
  /** The old way: selects a hidden field and copies it. */
  readonly viaField: (text: string) => boolean
}

/** Puts text into the clipboard and says whether that worked; never throws. `if (await copyText(key)) …` */
export async function copyText(text: string, means: CopyMeans = browserMeans()): Promise<boolean> {
  try {
    if (means.clipboard !== undefined) {
      await means.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the field may still work.
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
