import { singleKeys } from './single-keys.ts'

const fields = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]'
const windows = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Ctrl K, on a Mac ⌘ K. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}

/** A key alone that may be a shortcut: not while one types, nor over an open window, nor where they are turned off. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.key.length !== 1) return false
  const { target } = event
  if (target instanceof Element && target.closest(`${fields}, ${windows}`) !== null) return false
  return singleKeys.isOn() && document.querySelector(windows) === null
}
