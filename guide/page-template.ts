import { escapeHtml } from './escape-html.ts'
import { type GuidePage, guideGroups, guidePages } from './guide-pages.ts'
import type { RenderedPage, Section } from './render-markdown.ts'

const mark = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" class="mark"/><path fill="#fff" d="M16 6.5a5.75 5.75 0 0 0-2.9 10.72l-1.62 6.6a1.35 1.35 0 0 0 1.31 1.68h6.42a1.35 1.35 0 0 0 1.31-1.68l-1.62-6.6A5.75 5.75 0 0 0 16 6.5Z"/></svg>`

/** The tags of the head that differ between the pages. The server writes its address over `__ORIGIN__`. */
export function pageHead({ slug }: GuidePage, { title, description }: RenderedPage): string {
  const text = escapeHtml(description)
  const heading = escapeHtml(`${title} · Keywright documentation`)
  return [
    `<title>${heading}</title>`,
    `<meta name="description" content="${text}" />`,
    `<meta property="og:title" content="${heading}" />`,
    `<meta property="og:description" content="${text}" />`,
    `<meta property="og:type" content="article" />`,
    `<link rel="canonical" href="__ORIGIN__/docs/${slug}" />`,
    `<link rel="alternate" type="text/markdown" href="/docs/${slug}.md" />`,
  ].join('\n    ')
}

/** Everything in the body of a page. */
export function pageBody(page: GuidePage, rendered: RenderedPage): string {
  return [
    '<a class="skip" href="#content">Skip to content</a>',
    topBar(),
    '<div class="frame">',
    navigation(page),
    '<main id="content" tabindex="-1">',
    `<p class="crumb">${escapeHtml(groupOf(page))}</p>`,
    `<div class="head"><h1>${escapeHtml(rendered.title)}</h1><button type="button" data-guide="copy-page">Copy page as Markdown</button></div>`,
    `<article>${rendered.html}</article>`,
    neighbors(page),
    `<footer class="foot"><a href="/docs/${page.slug}.md">View as Markdown</a><a href="/api/openapi.json">OpenAPI</a><a href="/llms.txt">llms.txt</a></footer>`,
    '</main>',
    onThisPage(rendered.sections),
    '</div>',
    '<p class="said" role="status" data-guide="said"></p>',
  ].join('\n')
}

function topBar(): string {
  return [
    '<header class="bar">',
    `<a class="brand" href="/" aria-label="Keywright">${mark}<span>Keywright</span></a><a class="docs" href="/docs/start">Docs</a>`,
    '<div class="search" data-guide="search">',
    '<input type="search" placeholder="Search documentation" aria-label="Search documentation" autocomplete="off" spellcheck="false" />',
    '<kbd aria-hidden="true">/</kbd>',
    '<div class="found" hidden><p role="status"></p><ul aria-label="Search results"></ul></div>',
    '</div>',
    '<button type="button" class="theme" data-guide="theme">Light theme</button>',
    '<a class="sign-in" href="/docs">Dashboard</a>',
    '</header>',
  ].join('\n')
}

/** All pages in their groups: beside the text, and folded away above it on a narrow window. One of both is shown. */
function navigation(current: GuidePage): string {
  const groups = guideGroups.map(({ title, pages }) => {
    const links = pages.map(
      (page) =>
        `<li><a href="/docs/${page.slug}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(page.label)}</a></li>`,
    )
    return `<p>${escapeHtml(title)}</p><ul>${links.join('')}</ul>`
  })
  const nav = `<nav class="page-list" aria-label="Pages">${groups.join('')}</nav>`
  return [
    `<div class="pages-aside">${nav}</div>`,
    '<details class="pages" data-guide="pages">',
    `<summary>${escapeHtml(groupOf(current))}<span aria-hidden="true">›</span>${escapeHtml(current.label)}</summary>`,
    `${nav}</details>`,
  ].join('\n')
}

/** The page's own headings, beside it on a wide window. */
function onThisPage(sections: readonly Section[]): string {
  const links = sections
    .filter(({ depth }) => depth === 2)
    .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  if (links.length < 2) return '<div class="toc"></div>'
  return `<nav class="toc" aria-label="On this page" data-guide="toc"><p>On this page</p><ul>${links.join('')}</ul></nav>`
}

function neighbors(page: GuidePage): string {
  const at = guidePages.indexOf(page)
  const link = (other: GuidePage | undefined, name: string) =>
    other === undefined
      ? '<span></span>'
      : `<a href="/docs/${other.slug}" rel="${name === 'Previous' ? 'prev' : 'next'}"><span>${name}</span>${escapeHtml(titleOf(other))}</a>`
  return `<nav class="neighbors" aria-label="Previous and next page">${link(guidePages[at - 1], 'Previous')}${link(guidePages[at + 1], 'Next')}</nav>`
}

/** Pages of the reference are called after what they are about, as those of the guide are. */
const titleOf = (page: GuidePage) => (page.slug.startsWith('api-') ? `API: ${page.label}` : page.label)

const groupOf = (page: GuidePage) => guideGroups.find(({ pages }) => pages.includes(page))?.title ?? ''
