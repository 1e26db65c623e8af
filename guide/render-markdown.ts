import { Marked, type Token, type Tokens } from 'marked'
import { headingAnchor } from '../src/shared/heading-anchor.ts'
import { renderCodeGroup, type Sample } from './code-group.ts'
import { escapeHtml } from './escape-html.ts'
import type { CodeHighlighter } from './highlight-code.ts'
import { renderTable } from './render-table.ts'
import { sampleLanguageNames } from './request-samples.ts'

/** A heading with its anchor, and what is said under it. */
export interface Section {
  readonly depth: number
  /** The anchor. */
  readonly id: string
  readonly title: string
  /** Texts in code marks: codes, fields and calls, for the search. */
  readonly codes: readonly string[]
}

export interface RenderedPage {
  readonly title: string
  /** The first paragraph as text: what the page is about. */
  readonly description: string
  /** Everything below the title. */
  readonly html: string
  /** The title's section first. */
  readonly sections: readonly Section[]
}

/** Blocks with these names that follow each other say the same in different languages. */
const tabNames = new Set<string>([...sampleLanguageNames, 'Node.js'])

const explicitId = /\s*\{#([\w-]+)\}$/

/** The Markdown of a page as HTML. Its first line is the title, its first paragraph says what it is about. */
export function renderMarkdown(markdown: string, highlighter: CodeHighlighter): RenderedPage {
  const marked = markedFor(highlighter)
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== 'space')
  const [title, lead, ...rest] = tokens
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error('A page begins with its title: # Title')
  if (lead?.type !== 'paragraph') throw new Error('A paragraph follows the title: what the page is about')
  const sections = sectionsOf(tokens)
  const html = [
    `<p class="lead">${marked.Parser.parseInline(lead.tokens ?? [], marked.defaults)}</p>`,
    ...groupCode(rest).map((part) => ('samples' in part ? renderCodeGroup(part.samples, highlighter) : parse(part))),
  ]
  function parse(token: Token): string {
    return marked.parser([token])
  }
  return { title: plainText(title), description: plainText(lead), html: html.join('\n'), sections }
}

/** Code blocks of several languages that follow each other are one group with tabs. */
function groupCode(tokens: readonly Token[]): (Token | { readonly samples: Sample[] })[] {
  const parts: (Token | { readonly samples: Sample[] })[] = []
  for (const token of tokens) {
    const last = parts.at(-1)
    const sample = token.type === 'code' ? sampleOf(token as Tokens.Code) : undefined
    if (sample === undefined) parts.push(token)
    else if (isTab(sample) && last && 'samples' in last && last.samples.every(isTab)) last.samples.push(sample)
    else parts.push({ samples: [sample] })
  }
  return parts
}

const isTab = ({ name }: Sample) => tabNames.has(name)

/** "```sh curl" is a sample of the language sh with the name curl. */
function sampleOf({ lang = '', text }: Tokens.Code): Sample {
  const [language = '', ...name] = lang.split(' ')
  return { language, name: name.join(' '), code: text }
}

function markedFor(highlighter: CodeHighlighter) {
  const marked = new Marked()
  marked.use({
    renderer: {
      heading({ tokens, text, depth }) {
        const id = idOf(text)
        const html = this.parser.parseInline(tokens).replace(explicitId, '')
        const name = escapeHtml(plainInline(tokens).replace(explicitId, ''))
        return `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a></h${depth}>\n`
      },
      code: (token) => renderCodeGroup([sampleOf(token)], highlighter),
      codespan: ({ text }) => `<code>${breakable(text)}</code>`,
      table(token) {
        return renderTable(token, (tokens) => this.parser.parseInline(tokens))
      },
      link({ href, tokens }) {
        const isOutside = /^[a-z]+:/.test(href)
        return `<a href="${escapeHtml(href)}"${isOutside ? ' rel="noreferrer"' : ''}>${this.parser.parseInline(tokens)}</a>`
      },
      blockquote({ tokens }) {
        return `<aside class="note">${this.parser.parse(tokens)}</aside>\n`
      },
    },
  })
  return marked
}

const idOf = (text: string) => explicitId.exec(text)?.[1] ?? headingAnchor(text)

/** Where a long path or name may go on in the next line: between its words, never inside one. */
const breakable = (text: string) => escapeHtml(text).replace(/([/_.=]|-(?=\w))(?=\w{2})/g, '$1<wbr>')

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { depth: number; id: string; title: string; codes: string[] }[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainText(token).replace(explicitId, '')
      sections.push({ depth: token.depth, id: token.depth === 1 ? '' : idOf(token.text), title, codes: [] })
    }
    sections.at(-1)?.codes.push(...codesOf(token))
  }
  const ids = sections.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`Two headings of one page have the anchor #${twice}`)
  return sections
}

const codesOf = (token: Token): string[] =>
  token.type === 'code' ? [] : [...token.raw.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code)

const plainText = (token: Token) => plainInline('tokens' in token ? (token.tokens ?? []) : [])

/** Text without marks. */
function plainInline(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? plainInline(token.tokens) : 'text' in token ? token.text : ''))
    .join('')
}
