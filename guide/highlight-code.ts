import { type BundledLanguage, createHighlighter, type Highlighter } from 'shiki'
import { codeKinds } from '../src/web/common/code-samples/code-kinds.ts'
import { kindsTheme } from '../vite.highlight-samples.ts'
import { escapeHtml } from './escape-html.ts'

/** Languages of fenced code; `text` is shown without colors. */
const grammars = {
  sh: 'shellscript',
  json: 'json',
  http: 'http',
  js: 'javascript',
  python: 'python',
  csharp: 'csharp',
  php: 'php',
  cpp: 'cpp',
  java: 'java',
  go: 'go',
  rust: 'rust',
  env: 'dotenv',
  nginx: 'nginx',
  caddy: 'nginx',
  ini: 'ini',
  csv: 'text',
  text: 'text',
} as const satisfies Record<string, BundledLanguage | 'text'>

type CodeLanguage = keyof typeof grammars

const isCodeLanguage = (name: string): name is CodeLanguage => Object.hasOwn(grammars, name)

export interface CodeHighlighter {
  /** The code as HTML whose colors are classes: the pages allow no inline style. */
  readonly toHtml: (code: string, language: string) => string
  readonly close: () => void
}

/** Opens the highlighter. It runs when the pages are built, never in the browser. */
export async function openHighlighter(): Promise<CodeHighlighter> {
  const langs = [...new Set(Object.values(grammars))].filter((name) => name !== 'text')
  const highlighter: Highlighter = await createHighlighter({ themes: [kindsTheme], langs })
  const toHtml = (code: string, language: string) => {
    if (!isCodeLanguage(language)) throw new Error(`No code language is called "${language}"`)
    const { tokens } = highlighter.codeToTokens(code, { lang: grammars[language], theme: 'kinds' })
    return tokens.map((line) => joinKinds(line).map(toSpan).join('')).join('\n')
  }
  return { toHtml, close: () => highlighter.dispose() }
}

interface Stretch {
  readonly kind: number
  readonly text: string
}

/** Neighbors of one color become one, and white space joins what stands before it: half as many elements. */
function joinKinds(line: readonly { readonly content: string; readonly color?: string }[]): Stretch[] {
  const joined: Stretch[] = []
  for (const { content, color } of line) {
    const last = joined.at(-1)
    const kind = content.trim() === '' && last ? last.kind : Number(color?.slice(-1) ?? 0)
    if (last?.kind === kind) joined[joined.length - 1] = { kind, text: last.text + content }
    else joined.push({ kind, text: content })
  }
  return joined
}

function toSpan({ kind, text }: Stretch): string {
  const name = codeKinds[kind]
  return name === undefined || name === 'plain'
    ? escapeHtml(text)
    : `<span class="code-${name}">${escapeHtml(text)}</span>`
}
