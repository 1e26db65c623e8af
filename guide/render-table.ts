import type { Token, Tokens } from 'marked'
import { escapeHtml } from './escape-html.ts'

/**
 * A table whose cells name their column: on a phone each row is a list of them, so no column gets too narrow for its
 * words. The roles are written out because a table that is laid out differently loses them.
 */
export function renderTable({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const heads = header.map(({ tokens }) => `<th role="columnheader" scope="col">${inline(tokens)}</th>`)
  const cell = ({ tokens }: Tokens.TableCell, index: number) =>
    `<td role="cell" data-column="${escapeHtml(header[index]?.text.replaceAll('`', '') ?? '')}">${inline(tokens)}</td>`
  const lines = rows.map((row) => `<tr role="row">${row.map(cell).join('')}</tr>`)
  return [
    '<table role="table">',
    `<thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead>`,
    `<tbody role="rowgroup">${lines.join('\n')}</tbody>`,
    '</table>\n',
  ].join('\n')
}
