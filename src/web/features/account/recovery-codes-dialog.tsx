import { Download } from 'lucide-react'
import * as texts from '../../texts/account.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeDialog } from '../../ui/dialog/notice-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'

export interface RecoveryCodesDialogProps extends DialogState {
  readonly codes: readonly string[]
}

/** Shown once: the server stores only their hashes. */
export function RecoveryCodesDialog({ codes, ...dialog }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')
  return (
    <NoticeDialog
      {...dialog}
      title={texts.recoveryCodes}
      description={texts.useOneOfThese}
      closeText={texts.iveSavedThem}
    >
      <ol
        aria-label={texts.recoveryCodesText}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-inner border border-line bg-bg p-4 font-mono text-second"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} what={texts.recoveryCodesText2} size="md">
          {texts.copy}
        </CopyButton>
        <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={() => download(text)}>
          {texts.download}
        </Button>
      </div>
    </NoticeDialog>
  )
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'keywright-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
