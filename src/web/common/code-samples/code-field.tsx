import { type KeyboardEvent, useMemo, useState } from 'react'
import { piecesByLine } from './code-lines.ts'
import { HighlightedCode } from './highlighted-code.tsx'
import { typescriptPieces } from './typescript-pieces.ts'

export interface CodeFieldProps {
  /** The field's accessible name. */
  readonly label: string
  /** The initial text; a new `key` starts over. */
  readonly text: string
  readonly onChange: (text: string) => void
  readonly isReadOnly?: boolean
  /** Syntax highlighting; without it the text is plain. */
  readonly language?: 'typescript'
}

/**
 * A text field for code, as high as its parent: the browser's own field, whose text is transparent, on top of the same
 * text with colors and line numbers. Tab moves to the next control, as in every field.
 */
export function CodeField({ label, text, onChange, isReadOnly = false, language }: CodeFieldProps) {
  const [typed, setTyped] = useState(text)
  const lines = useMemo(
    () => piecesByLine(language === 'typescript' ? typescriptPieces(typed) : [{ text: typed, kind: 'plain' }]),
    [typed, language],
  )
  return (
    <div className="h-full overflow-auto bg-bg has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <div className="relative min-h-full w-max min-w-full py-3 pr-4">
        <div aria-hidden>
          <HighlightedCode lines={lines} isNumbered />
        </div>
        <textarea
          aria-label={label}
          readOnly={isReadOnly}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(target.value)
          }}
          onKeyDown={keepIndentation}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className="absolute inset-0 size-full resize-none overflow-hidden bg-transparent py-3 pr-4 pl-[5ch] font-mono text-second whitespace-pre text-transparent caret-fg outline-none"
        />
      </div>
    </div>
  )
}

/** A new line begins as far in as the line before it. */
function keepIndentation(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { value, selectionStart, readOnly } = event.currentTarget
  const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
  if (!isPlainEnter || readOnly) return
  const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart)
  const [indentation = ''] = /^[ \t]*/.exec(line) ?? []
  if (indentation === '') return
  // The only insertion that the browser's own undo knows of.
  if (document.execCommand('insertText', false, `\n${indentation}`)) event.preventDefault()
}
