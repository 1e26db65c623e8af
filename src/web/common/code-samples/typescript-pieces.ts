import type { CodePiece } from './code-lines.ts'

/** The kinds of TypeScript's tokens. What none of them matches is plain. */
const token =
  /(?<comment>\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\.|[^`\\])*`?)|(?<number>\b\d[\w.]*|\b(?:true|false|null|undefined)\b)|(?<keyword>\b(?:as|async|await|break|case|catch|class|const|continue|default|delete|do|else|enum|export|extends|finally|for|from|function|if|implements|import|in|instanceof|interface|keyof|let|new|of|private|public|readonly|return|satisfies|static|switch|this|throw|try|type|typeof|while|yield)\b)|(?<type>\b[A-Z]\w*)|(?<function>\b[a-z_$][\w$]*(?=\())/g

/** TypeScript in colored pieces, which make up exactly the text. For display only: it knows tokens, not the grammar. */
export function typescriptPieces(text: string): CodePiece[] {
  const pieces: CodePiece[] = []
  let position = 0
  for (const match of text.matchAll(token)) {
    if (match.index > position) pieces.push({ text: text.slice(position, match.index), kind: 'plain' })
    const [kind = 'plain'] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? []
    pieces.push({ text: match[0], kind: kind as CodePiece['kind'] })
    position = match.index + match[0].length
  }
  if (position < text.length) pieces.push({ text: text.slice(position), kind: 'plain' })
  return pieces
}
