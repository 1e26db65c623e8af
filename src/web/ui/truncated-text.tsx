import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

export interface TruncatedTextProps {
  readonly text: string
  /** What is shown when the text is cut by characters, such as the first 16 of a key. */
  readonly short?: string
  readonly isMono?: boolean
  readonly className?: string
}

/**
 * Text of foreign origin on one line, isolated in its direction, full on hover, focus and press.
 * `<TruncatedText text={user.hwid} isMono />`
 */
export function TruncatedText({ text, short, isMono = false, className }: TruncatedTextProps) {
  return (
    <Tooltip text={<span className="break-all">{text}</span>} opensOnPress>
      <button
        type="button"
        className={classNames(
          'min-h-6 max-w-full cursor-default truncate rounded-control text-left',
          isMono && 'font-mono text-meta text-fg-2',
          className,
        )}
      >
        <bdi>{short ?? text}</bdi>
      </button>
    </Tooltip>
  )
}
