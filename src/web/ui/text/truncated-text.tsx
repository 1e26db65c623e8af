import { classNames } from '../class-names.ts'
import { Tooltip } from '../tooltip.tsx'

export interface TruncatedTextProps {
  readonly text: string
  /** A shortened form, such as the first 16 characters of a key. */
  readonly short?: string
  readonly isMono?: boolean
  readonly className?: string
  /** Called on press; without it, a press shows the full text. */
  readonly onPress?: (() => void) | undefined
}

/**
 * User-supplied text on one line, isolated in its text direction; where it is cut off, in full on hover, focus and press.
 * `<TruncatedText text={user.hwid} isMono />`
 */
export function TruncatedText({ text, short, isMono = false, className, onPress }: TruncatedTextProps) {
  const isCut = (element: HTMLElement) =>
    (short !== undefined && short !== text) || element.scrollWidth > element.clientWidth
  return (
    <Tooltip text={<span className="break-all">{text}</span>} opensOnPress={onPress === undefined} isNeeded={isCut}>
      <button
        type="button"
        data-tip={onPress === undefined || undefined}
        onClick={onPress}
        className={classNames(
          'min-h-6 max-w-full truncate rounded-control text-left',
          onPress === undefined ? 'cursor-default' : 'underline-offset-4 hover:underline',
          isMono && 'font-mono text-meta text-fg-2',
          className,
        )}
      >
        <bdi>{short ?? text}</bdi>
      </button>
    </Tooltip>
  )
}
