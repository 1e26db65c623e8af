import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { type ToastText, toast } from '../feedback/toast.ts'
import { IconButton } from '../icon-button.tsx'
import { copyText } from './copy-text.ts'

export interface CopyButtonProps {
  readonly text: string
  /** What is copied, for the accessible name: `API key`. */
  readonly what: string
  /** The specified toast. */
  readonly done?: ToastText | undefined
  /** A text label beside the icon: `Copy Code`. */
  readonly children?: string
  readonly size?: 'md' | 'sm'
  /** Called once the text is in the clipboard. */
  readonly onCopied?: (() => void) | undefined
}

const shownMs = 1500

/**
 * Copies a text and shows a toast.
 * `<CopyButton text={key} what="API key" done={{ title: 'Copied', description: '…' }} />`
 */
export function CopyButton({
  text,
  what,
  done = { title: texts.copiedToClipboard },
  children,
  size = 'sm',
  onCopied,
}: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) {
      toast({ title: texts.failedToCopy, kind: 'destructive' })
      return
    }
    toast(done)
    onCopied?.()
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), shownMs)
  }
  const icon = isCopied ? (
    <Check size={16} strokeWidth={1.75} className="text-ok" aria-hidden />
  ) : (
    <Copy size={16} strokeWidth={1.75} aria-hidden />
  )
  if (children === undefined) return <IconButton label={texts.copy(what)} icon={icon} size={size} onClick={copy} />
  return (
    <Button icon={icon} size={size} onClick={copy}>
      {children}
    </Button>
  )
}
