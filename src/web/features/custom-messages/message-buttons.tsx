import { RotateCcw, Save } from 'lucide-react'
import * as texts from '../../texts/custom-messages.ts'
import { Button } from '../../ui/button.tsx'

export interface MessageButtonsProps {
  readonly isResetting: boolean
  readonly onReset: () => void
  readonly isSaving: boolean
  readonly saveText: string
}

/** Reset and save, above the messages of the account or of an application. */
export function MessageButtons({ isResetting, onReset, isSaving, saveText }: MessageButtonsProps) {
  return (
    <>
      <Button
        icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
        needs="manage"
        isBusy={isResetting}
        busyText={texts.resetting}
        onClick={onReset}
      >
        {texts.resetToDefaults}
      </Button>
      <Button
        variant="primary"
        type="submit"
        icon={<Save size={16} strokeWidth={1.75} aria-hidden />}
        needs="manage"
        isBusy={isSaving}
        busyText={texts.saving}
      >
        {saveText}
      </Button>
    </>
  )
}
