import { toast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy-text.ts'

/** Copies a text and says so; false when it could not. */
export async function copyWithToast(text: string, what: string): Promise<boolean> {
  const isCopied = await copyText(text)
  toast(
    isCopied
      ? { title: 'Copied', description: `${what} copied to clipboard` }
      : { title: 'Failed to copy', kind: 'destructive' },
  )
  return isCopied
}
