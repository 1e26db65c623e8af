import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { error } from '../texts/common.ts'
import * as texts from '../texts/file-import.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'

export interface ChooseTextFileProps {
  /** What the file holds, for its accessible name. */
  readonly label: string
  /** File endings and types: `.txt,text/plain`. */
  readonly accept: string
  readonly maxBytes: number
  /** Said of a larger file. */
  readonly tooLarge: string
  readonly onText: (text: string) => void
}

/** A button that fills a text field from a file. */
export function ChooseTextFile({ label, accept, maxBytes, tooLarge, onText }: ChooseTextFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxBytes) {
      toast({ title: error, description: tooLarge, kind: 'destructive' })
      return
    }
    onText(await file.text())
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="hidden"
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button
        size="sm"
        icon={<FileUp size={14} strokeWidth={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {texts.chooseFile}
      </Button>
    </>
  )
}
