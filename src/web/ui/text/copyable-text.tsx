import { CopyButton } from './copy-button.tsx'

export interface CopyableTextProps {
  readonly text: string
  /** What the button copies, for its label. */
  readonly what: string
  /** How the text is shown, where it is grouped for reading. */
  readonly shown?: string
}

/** A line of code or a key, with a button that copies it. `<CopyableText text={secret} what="signing secret" />` */
export function CopyableText({ text, what, shown = text }: CopyableTextProps) {
  return (
    <div className="flex w-full min-w-0 items-center gap-0.5 rounded-control border border-line bg-bg py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 grow py-1 text-meta break-all text-fg-2">{shown}</code>
      <CopyButton text={text} what={what} />
    </div>
  )
}
