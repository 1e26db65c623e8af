import type { SearchIndex } from '../../../shared/guide-search-index.ts'
import { type FoundInGuide, findInGuide } from '../../common/find-in-guide.ts'
import * as texts from '../../texts/guide.ts'

/** The search field: its index is fetched when the field gets the focus for the first time. */
export function enhanceSearch(root: Document): void {
  const box = root.querySelector<HTMLElement>('[data-guide="search"]')
  const input = box?.querySelector('input')
  const results = box?.querySelector<HTMLElement>('.found')
  if (!box || !input || !results) return
  let index: Promise<SearchIndex> | undefined
  const show = async () => {
    const search = input.value
    index ??= fetchIndex().catch((error: unknown) => {
      index = undefined
      throw error
    })
    const found = await index.then(
      (known) => findInGuide(known, search),
      () => undefined,
    )
    // What was typed meanwhile is shown by a later call.
    if (input.value === search) draw(results, search, found)
  }
  const focusBy = (step: number) => {
    const stops = [input, ...results.querySelectorAll('a')]
    const at = stops.indexOf(root.activeElement as HTMLAnchorElement)
    stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
  }
  input.addEventListener('focus', () => void show())
  input.addEventListener('input', () => void show())
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      input.value = ''
      results.hidden = true
      input.focus()
    } else if (event.key === 'Enter' && event.target === input) results.querySelector('a')?.click()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') focusBy(event.key === 'ArrowDown' ? 1 : -1)
    else return
    event.preventDefault()
  })
  // A result on this page leads to an anchor: the list must not cover it.
  results.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a')) results.hidden = true
  })
  root.addEventListener('focusin', ({ target }) => {
    if (!box.contains(target as Node)) results.hidden = true
  })
  root.addEventListener('click', ({ target }) => {
    if (!box.contains(target as Node)) results.hidden = true
  })
  root.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

async function fetchIndex(): Promise<SearchIndex> {
  const answer = await fetch('/docs/search.json')
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  return answer.json()
}

/** `found` is undefined when the index could not be loaded. */
function draw(results: HTMLElement, search: string, found: readonly FoundInGuide[] | undefined): void {
  const [note, list] = [results.querySelector('p'), results.querySelector('ul')]
  results.hidden = search.trim() === ''
  if (!note || !list) return
  note.textContent = noteOf(found)
  list.replaceChildren(...(found ?? []).map(drawResult))
}

function noteOf(found: readonly FoundInGuide[] | undefined): string {
  if (found === undefined) return texts.searchFailedCheckYour
  if (found.length === 0) return texts.noPagesMatch
  return found.length === 1 ? '1 result' : texts.results(found.length)
}

function drawResult({ href, title, page }: FoundInGuide): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.append(title)
  if (page !== '') {
    const of = document.createElement('span')
    of.textContent = page
    link.append(of)
  }
  item.append(link)
  return item
}
