import { CopyButton } from './copy-button.tsx'

export interface CopyableTextProps {
  readonly text: string
  /** What is copied, for the button's name. */
  readonly what: string
  /** What is shown instead of the text. */
  readonly shown?: string
}

/** A key, token or link in a frame, with a button that copies it. `<CopyableText text={link} what="invite link" />` */
export function CopyableText({ text, what, shown = text }: CopyableTextProps) {
  return (
    <div className="flex w-full min-w-0 items-center gap-0.5 rounded-control border border-line bg-bg py-0.5 pr-0.5 pl-3">
      <code className="min-w-0 grow py-1 text-meta break-all">{shown}</code>
      <CopyButton text={text} what={what} />
    </div>
  )
}
