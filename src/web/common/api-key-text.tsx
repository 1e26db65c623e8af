import * as texts from '../texts/common.ts'
import type { ToastText } from '../ui/feedback/toast.ts'
import { SecretText } from '../ui/text/secret-text.tsx'
import { noteKeyUse } from './api-key-use.ts'

export interface ApiKeyTextProps {
  readonly applicationId: number
  /** Whole, not masked. */
  readonly apiKey: string
  /** Whose it is, where a screen shows several: `My Game App`. */
  readonly of?: string
  readonly copied?: ToastText
  readonly onCopied?: (() => void) | undefined
}

const keyCopiedText: ToastText = { title: texts.copied, description: texts.apiKeyCopiedTo }

/** A masked API key with reveal and copy, each of which is noted in the audit log. */
export function ApiKeyText({ applicationId, apiKey, of, copied = keyCopiedText, onCopied }: ApiKeyTextProps) {
  return (
    <SecretText
      value={apiKey}
      what={texts.apiKey}
      of={of}
      copied={copied}
      onCopied={() => {
        noteKeyUse(applicationId, 'copy')
        onCopied?.()
      }}
      onShown={() => noteKeyUse(applicationId, 'reveal')}
    />
  )
}
