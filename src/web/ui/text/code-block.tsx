import * as texts from '../../texts/ui.ts'
import { CopyButton } from './copy-button.tsx'

export interface CodeBlockProps {
  /** What is copied. */
  readonly code: string
  /** What is displayed, where the code has a secret in it. */
  readonly masked?: string | undefined
  /** Its accessible name: `Request`, `curl`. */
  readonly label: string
  readonly onCopied?: (() => void) | undefined
}

/** A scrollable code block with a copy button. `<CodeBlock label="curl" code={command} />` */
export function CodeBlock({ code, masked = code, label, onCopied }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-inner border border-line bg-bg">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-3 text-meta text-fg-3">
        {label}
        <CopyButton
          text={code}
          what={label}
          done={{ title: texts.copied, description: texts.codeCopiedToClipboard }}
          onCopied={onCopied}
        />
      </figcaption>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="overflow-x-auto p-3 focus-visible:-outline-offset-2"
      >
        <pre className="text-second text-fg-2 [overflow-wrap:normal]">{masked}</pre>
      </section>
    </figure>
  )
}
