import * as texts from '../../texts/commands.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { copyText } from '../../ui/text/copy-text.ts'

/** Copies a text and says so; false when it could not. */
export async function copyWithToast(text: string, what: string): Promise<boolean> {
  const isCopied = await copyText(text)
  toast(
    isCopied
      ? { title: texts.copied, description: texts.copiedToClipboard(what) }
      : { title: texts.failedToCopy, kind: 'destructive' },
  )
  return isCopied
}
