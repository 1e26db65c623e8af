import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import * as texts from '../../texts/file-import.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'

export interface FileDropProps {
  readonly file: File | undefined
  readonly onFile: (file: File) => void
  /** Accepted types for the file dialog: `.csv,text/csv`. */
  readonly accept: string
  readonly error: string | undefined
}

/** A drop target for a file, with a button that opens the file dialog. */
export function FileDrop({ file, onFile, accept, error }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped !== undefined) onFile(dropped)
  }
  return (
    // The button inside does the same by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of two ways
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col items-center gap-2 rounded-inner border border-dashed px-4 py-6 text-center',
        isOver ? 'border-accent bg-raised' : 'border-control',
      )}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={texts.fileToImport}
        className="hidden"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen !== undefined) onFile(chosen)
          // Lets the same file be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
      <Button icon={<FileUp size={16} strokeWidth={1.75} aria-hidden />} onClick={() => input.current?.click()}>
        {file === undefined ? texts.chooseFile : texts.chooseAnotherFile}
      </Button>
      <p className="max-w-full text-second text-fg-2" role="status">
        {file === undefined ? (
          texts.orDropItHere
        ) : (
          <>
            <bdi className="break-all font-medium text-fg">{file.name}</bdi> {texts.kB(Math.ceil(file.size / 1000))}
          </>
        )}
      </p>
      <ErrorText text={error} />
    </div>
  )
}
