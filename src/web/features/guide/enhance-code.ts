import { copyWithNotice } from './copy-with-notice.ts'

/** The language that was chosen last, on any page with code of the guide. */
const key = 'guide-language'

/** Buttons that copy a block, and tabs: choosing a language chooses it in every group that has it. */
export function enhanceCode(root: Document): void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-guide="copy"]')) {
    button.addEventListener('click', () => {
      const figure = button.closest('figure')
      const shown = figure?.querySelector('.chosen pre') ?? figure?.querySelector('pre')
      void copyWithNotice(button, async () => shown?.textContent ?? '')
    })
  }
  const groups = [...root.querySelectorAll<HTMLElement>('[data-guide="group"]')]
  for (const group of groups) {
    prepareTabs(group)
    select(group, keptLanguage())
    group.addEventListener('click', ({ target }) => {
      const tab = (target as Element).closest<HTMLElement>('[role="tab"]')
      if (tab) choose(groups, tab)
    })
    group.addEventListener('keydown', (event) => moveByArrow(groups, group, event))
  }
}

const tabsOf = (group: HTMLElement) => [...group.querySelectorAll<HTMLElement>('[role="tab"]')]
let count = 0

/** Connects each tab with its panel. */
function prepareTabs(group: HTMLElement): void {
  const panels = [...group.querySelectorAll<HTMLElement>('[role="tabpanel"]')]
  for (const [index, tab] of tabsOf(group).entries()) {
    const panel = panels[index]
    if (panel === undefined) continue
    count += 1
    tab.id = `tab-${count}`
    panel.id = `panel-${count}`
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('aria-labelledby', tab.id)
  }
}

/** Shows the named language, or the first one if the group hasn't that. */
function select(group: HTMLElement, name: string | undefined): void {
  const tabs = tabsOf(group)
  const chosen = tabs.find((tab) => tab.dataset.name === name) ?? tabs[0]
  for (const tab of tabs) {
    tab.setAttribute('aria-selected', String(tab === chosen))
    tab.tabIndex = tab === chosen ? 0 : -1
    group.querySelector(`#${tab.getAttribute('aria-controls')}`)?.classList.toggle('chosen', tab === chosen)
  }
}

/** The group that was used stays where it is, although others above it change their height. */
function choose(groups: readonly HTMLElement[], tab: HTMLElement): void {
  const name = tab.dataset.name
  const before = tab.getBoundingClientRect().top
  for (const group of groups) {
    if (tabsOf(group).some((one) => one.dataset.name === name)) select(group, name)
  }
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
  try {
    localStorage.setItem(key, name ?? '')
  } catch {
    // Storage is blocked: the choice lasts for this page.
  }
}

function moveByArrow(groups: readonly HTMLElement[], group: HTMLElement, event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const tabs = tabsOf(group)
  const at = tabs.indexOf(event.target as HTMLElement)
  const next = tabs[(at + step + tabs.length) % tabs.length]
  if (step === 0 || at < 0 || next === undefined) return
  event.preventDefault()
  choose(groups, next)
  next.focus()
}

function keptLanguage(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
