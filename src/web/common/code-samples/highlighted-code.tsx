import { memo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import './code-colors.css'
import type { CodePiece } from './code-lines.ts'

export interface HighlightedCodeProps {
  readonly lines: readonly (readonly CodePiece[])[]
  readonly isNumbered?: boolean
}

/**
 * Colored code; its text content is exactly that of the pieces.
 * `<HighlightedCode lines={codeLines(sample, 'node', values)} />`
 */
export const HighlightedCode = memo(function HighlightedCode({ lines, isNumbered = false }: HighlightedCodeProps) {
  return (
    <pre className="w-max min-w-full text-second text-fg [overflow-wrap:normal]">
      <code className={classNames(isNumbered && 'code-lines')}>
        {lines.map((pieces, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <span key={number}>
            {pieces.map(({ text, kind, placeholder }, index) =>
              kind === 'plain' && placeholder === undefined ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
                <span key={index} className={`code-${kind}`} data-placeholder={placeholder}>
                  {text}
                </span>
              ),
            )}
          </span>
        ))}
      </code>
    </pre>
  )
})
