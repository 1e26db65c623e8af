import * as texts from '../../texts/landing.ts'

const translucentAfterPx = 10
const copiedForMs = 2_000

/**
 * Progressive enhancement of the static landing page: top bar, tabs, copy button, mobile menu. Returns a function that
 * removes it.
 */
export function enhanceLanding(root: ParentNode): () => void {
  showDemo(root)
  const stops = [enhanceBar(root), enhanceTabs(root), enhanceCopy(root), enhanceMenu(root)]
  return () => {
    for (const stop of stops) stop()
  }
}

const part = (root: ParentNode, name: string) => root.querySelector<HTMLElement>(`[data-landing="${name}"]`)

/** Where the server runs the demo, the page offers it. */
function showDemo(root: ParentNode): void {
  const link = part(root, 'demo')
  if (link) link.hidden = document.querySelector('meta[name="demo"][content="on"]') === null
}

function enhanceBar(root: ParentNode): () => void {
  const bar = part(root, 'bar')
  const look = () => bar?.toggleAttribute('data-scrolled', window.scrollY > translucentAfterPx)
  look()
  window.addEventListener('scroll', look, { passive: true })
  return () => window.removeEventListener('scroll', look)
}

function enhanceTabs(root: ParentNode): () => void {
  const box = part(root, 'tabs')
  const list = box?.querySelector<HTMLElement>('[role="tablist"]')
  const tabs = [...(list?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
  const panelOf = (tab: HTMLElement) => document.getElementById(tab.getAttribute('aria-controls') ?? '')
  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen))
      tab.tabIndex = tab === chosen ? 0 : -1
      const panel = panelOf(tab)
      if (panel) panel.hidden = tab !== chosen
    }
  }
  const onClick = (event: Event) => {
    const tab = tabs.find((each) => each === (event.target as Element).closest('[role="tab"]'))
    if (tab) select(tab)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const at = tabs.findIndex((tab) => tab.matches(':focus'))
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (step === 0 || at < 0 || !next) return
    event.preventDefault()
    select(next)
    next.focus()
  }
  if (list && tabs[0]) {
    list.hidden = false
    select(tabs[0])
  }
  list?.addEventListener('click', onClick)
  list?.addEventListener('keydown', onKey)
  return () => {
    list?.removeEventListener('click', onClick)
    list?.removeEventListener('keydown', onKey)
  }
}

function enhanceCopy(root: ParentNode): () => void {
  const button = part(root, 'copy')
  if (!button || !('clipboard' in navigator)) return () => {}
  button.hidden = false
  const onClick = async () => {
    const isCopied = await navigator.clipboard.writeText(button.dataset.text ?? '').then(
      () => true,
      () => false,
    )
    button.textContent = isCopied ? texts.copied : texts.failedToCopy
    setTimeout(() => {
      button.textContent = texts.copy
    }, copiedForMs)
  }
  button.addEventListener('click', onClick)
  return () => button.removeEventListener('click', onClick)
}

/** Selecting an entry closes the menu, and so does Escape. */
function enhanceMenu(root: ParentNode): () => void {
  const menu = part(root, 'menu')
  const close = () => menu?.removeAttribute('open')
  const onClick = (event: Event) => {
    if ((event.target as Element).closest('a')) close()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  menu?.addEventListener('click', onClick)
  menu?.addEventListener('keydown', onKey)
  return () => {
    menu?.removeEventListener('click', onClick)
    menu?.removeEventListener('keydown', onKey)
  }
}
