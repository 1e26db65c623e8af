import * as texts from '../../texts/guide.ts'

const shownForMs = 2_000

/** Copies the text and says so on the button, for two seconds, and to screen readers. */
export async function copyWithNotice(button: HTMLElement, read: () => Promise<string>): Promise<void> {
  const label = button.dataset.label ?? button.textContent ?? ''
  button.dataset.label = label
  const isCopied = await copy(read)
  const notice = isCopied ? texts.copied : texts.failedToCopy
  button.textContent = notice
  const said = document.querySelector('[data-guide="said"]')
  if (said) said.textContent = notice
  setTimeout(() => {
    button.textContent = label
    if (said) said.textContent = ''
  }, shownForMs)
}

/** Browsers have no clipboard for pages that came over plain HTTP from another computer. */
async function copy(read: () => Promise<string>): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(await read())
    return true
  } catch {
    return false
  }
}
