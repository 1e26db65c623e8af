import { expect, test } from 'vitest'
import { piecesByLine } from './code-lines.ts'
import { typescriptPieces } from './typescript-pieces.ts'

const colored = (text: string) =>
  typescriptPieces(text)
    .filter(({ kind }) => kind !== 'plain')
    .map((piece) => `${piece.kind}: ${piece.text}`)

test('every token has its kind, and names that merely begin like a keyword have none', () => {
  expect(colored("export const newest = isOpen(user, 'it\\'s // no comment') ? 1.5 : null // Date")).toEqual([
    'keyword: export',
    'keyword: const',
    'function: isOpen',
    "string: 'it\\'s // no comment'",
    'number: 1.5',
    'number: null',
    'comment: // Date',
  ])
  expect(colored('interface Member { readonly role: Role }')).toEqual([
    'keyword: interface',
    'type: Member',
    'keyword: readonly',
    'type: Role',
  ])
})

test.each(['', '\n', 'a\n', "'open string\nnext", '`open\ntemplate', '/* open\ncomment', 'x = /[/"]/\n\n', '🦄 é`x`'])(
  'the pieces of %j make up the text, line by line',
  (text) => {
    expect(
      typescriptPieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
    const lines = piecesByLine(typescriptPieces(text)).map((pieces) => pieces.map((piece) => piece.text).join(''))
    expect(lines).toEqual(text.split(/(?<=\n)/).concat(text.endsWith('\n') ? [''] : []))
  },
)
