import { escapeHtml } from './escape-html.ts'
import type { CodeHighlighter } from './highlight-code.ts'

/** A block of code; with a name it may be one of several that say the same in different languages. */
export interface Sample {
  readonly language: string
  readonly name: string
  readonly code: string
}

const copyButton = '<button type="button" class="copy" data-guide="copy">Copy</button>'

/**
 * Code with a button that copies it. Several samples have tabs; without JavaScript all are shown, one below the other,
 * each with its name.
 */
export function renderCodeGroup(samples: readonly Sample[], highlighter: CodeHighlighter): string {
  const [only] = samples
  if (only === undefined) return ''
  const blockOf = ({ language, name, code }: Sample) =>
    `<pre tabindex="0" aria-label="${escapeHtml(name === '' ? 'Code' : name)}"><code>${highlighter.toHtml(code, language)}</code></pre>`
  if (samples.length === 1) {
    const caption = only.name === '' ? '' : `<figcaption>${escapeHtml(only.name)}</figcaption>`
    return `<figure class="code">${caption}${copyButton}${blockOf(only)}</figure>\n`
  }
  const tabs = samples.map(
    ({ name }) => `<button type="button" role="tab" data-name="${escapeHtml(name)}">${escapeHtml(name)}</button>`,
  )
  const panels = samples.map(
    (sample) =>
      `<div role="tabpanel" data-name="${escapeHtml(sample.name)}"><p class="name">${escapeHtml(sample.name)}</p>${blockOf(sample)}</div>`,
  )
  return [
    '<figure class="code group" data-guide="group">',
    `<div role="tablist" aria-label="Language">${tabs.join('')}</div>`,
    copyButton,
    ...panels,
    '</figure>\n',
  ].join('\n')
}
