/** The page's headings, paragraphs, lists, tables and code as Markdown. */
export function pageMarkdown(root: Element): string {
  return `${blocksOf(root).join('\n\n')}\n`
}

const skipped =
  'button, nav, form, summary, [role="tablist"], [aria-hidden="true"], .sr-only, input, select, label, figcaption button'

function blocksOf(element: Element): string[] {
  return [...element.children].flatMap((child) => {
    if (child.matches(skipped)) return []
    const tab = child.getAttribute('data-tab')
    if (tab !== null) return [`### ${tab}`, ...blocksOf(child)]
    const tag = child.tagName.toLowerCase()
    if (/^h[1-6]$/.test(tag)) return [`${'#'.repeat(Number(tag[1]))} ${inline(child)}`]
    if (tag === 'pre') return [`\`\`\`\n${(child.textContent ?? '').trimEnd()}\n\`\`\``]
    if (tag === 'code') return [`\`${child.textContent}\``]
    if (tag === 'p' || tag === 'figcaption') return [inline(child)].filter(Boolean)
    if (tag === 'table') return [tableOf(child)]
    if ((tag === 'ul' || tag === 'ol') && child.querySelector('h3, p, pre') === null) {
      return [[...child.children].map((item) => `- ${inline(item)}`).join('\n')]
    }
    return child.children.length === 0 || isPhrase(child) ? [inline(child)].filter(Boolean) : blocksOf(child)
  })
}

const isPhrase = (element: Element) =>
  [...element.children].every((child) => /^(A|CODE|SPAN|B|Q|TIME)$/.test(child.tagName))

function inline(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (!(node instanceof Element)) return node.textContent ?? ''
      if (node.matches(skipped) || node.matches('svg')) return ''
      if (node.matches('code')) return `\`${node.textContent}\``
      if (node.matches('a') && node.textContent?.trim())
        return `[${node.textContent}](${(node as HTMLAnchorElement).href})`
      return node.matches('q') ? `"${node.textContent}"` : inline(node)
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

function tableOf(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => inline(cell)))
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}
