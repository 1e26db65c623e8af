import { RotateCcw, Save } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

export interface MessageButtonsProps {
  readonly saveText: string
  readonly disabledReason?: string | undefined
  readonly isSaving: boolean
  readonly isResetting: boolean
  readonly onReset: () => void
}

/** Resets or saves all messages of a form; the second button submits it. */
export function MessageButtons({ saveText, disabledReason, isSaving, isResetting, onReset }: MessageButtonsProps) {
  return (
    <>
      <Button
        icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
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
        disabledReason={disabledReason}
        isBusy={isSaving}
        busyText="Saving..."
      >
        {saveText}
      </Button>
    </>
  )
}
