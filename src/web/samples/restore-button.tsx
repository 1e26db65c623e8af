import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { SampleLanguage } from '../../shared/render-sample.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useRestoreTemplate } from './use-templates.ts'

/** Back to the shipped text of a language, after asking. */
export function RestoreButton({ language }: { readonly language: SampleLanguage }) {
  const [isAsking, setIsAsking] = useState(false)
  const restore = useRestoreTemplate(language, () => setIsAsking(false))
  return (
    <>
      <Button size="sm" icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setIsAsking(true)}>
        Restore
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Restore the shipped text?"
        text="The changed text of this template is thrown away, for everybody who uses this server."
        confirmText="Restore"
        tone="primary"
        isPending={restore.isPending}
        onConfirm={() => restore.mutate(undefined)}
      />
    </>
  )
}
