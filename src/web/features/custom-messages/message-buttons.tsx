import { RotateCcw, Save } from 'lucide-react'
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
        busyText="Resetting..."
        onClick={onReset}
      >
        Reset to Defaults
      </Button>
      <Button
        variant="primary"
        type="submit"
        icon={<Save size={16} strokeWidth={1.75} aria-hidden />}
        needs="manage"
        isBusy={isSaving}
        busyText="Saving..."
      >
        {saveText}
      </Button>
    </>
  )
}
