import * as texts from '../../texts/guide.ts'
import { copyWithNotice } from './copy-with-notice.ts'

/** The page in the list, the theme, the button that copies the page, and the mark at the heading that is being read. */
export function enhancePage(root: Document): void {
  showCurrentPage(root)
  enhanceTheme(root)
  enhanceCopy(root)
  enhanceHeadings(root)
}

const part = (root: Document, name: string) => root.querySelector<HTMLElement>(`[data-guide="${name}"]`)

/** The list of pages scrolls by itself: the page's own link must not be below its end. */
function showCurrentPage(root: Document): void {
  const aside = root.querySelector('.pages-aside')
  const link = aside?.querySelector<HTMLElement>('[aria-current]')
  if (!aside || !link) return
  const below = link.getBoundingClientRect().bottom - aside.getBoundingClientRect().bottom
  if (below > 0) aside.scrollTop += below + aside.clientHeight / 3
}

function enhanceTheme(root: Document): void {
  const button = part(root, 'theme')
  if (!button) return
  const { classList } = root.documentElement
  const say = () => {
    button.textContent = classList.contains('light') ? texts.darkTheme : texts.lightTheme
  }
  say()
  button.addEventListener('click', () => {
    const isLight = classList.toggle('light')
    classList.toggle('dark', !isLight)
    say()
    try {
      localStorage.setItem('docs-theme', isLight ? 'light' : 'dark')
    } catch {
      // Storage is blocked: the choice lasts for this page.
    }
  })
}

/** The whole page as Markdown, as its own address has it. */
function enhanceCopy(root: Document): void {
  const button = part(root, 'copy-page')
  const source = root.querySelector<HTMLLinkElement>('link[rel="alternate"][type="text/markdown"]')
  if (!button || !source) return
  button.addEventListener('click', () => {
    void copyWithNotice(button, async () => {
      const answer = await fetch(source.href)
      if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
      return answer.text()
    })
  })
}

function enhanceHeadings(root: Document): void {
  const links = [...root.querySelectorAll<HTMLAnchorElement>('[data-guide="toc"] a')]
  const headings = links.flatMap((link) => root.getElementById(link.hash.slice(1)) ?? [])
  const mark = () => {
    const isRead = (heading: HTMLElement) => heading.getBoundingClientRect().top < window.innerHeight / 3
    const current = headings.findLast(isRead)
    for (const link of links) {
      if (current && link.hash === `#${current.id}`) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  if (headings.length === 0) return
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -66% 0px' })
  for (const heading of headings) observer.observe(heading)
}
