import { Download } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

export interface SampleActionsProps {
  readonly code: string
  /** File name of the sample. */
  readonly file: string
}

/** Copy and download of a sample as it is shown. */
export function SampleActions({ code, file }: SampleActionsProps) {
  const download = async () => {
    const { saveZip } = await import('./zip-sample.ts')
    saveZip(file, code)
  }
  return (
    <>
      <CopyButton text={code} what="code" done={{ title: 'Copied', description: 'Code copied to clipboard' }}>
        Copy Code
      </CopyButton>
      <Button
        size="sm"
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        aria-label="Download .zip"
        onClick={() => void download()}
      >
        .zip
      </Button>
    </>
  )
}
