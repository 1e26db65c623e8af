import { Save } from 'lucide-react'
import { useRef, useState } from 'react'
import { CodeField } from '../../common/code-samples/code-field.tsx'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import * as texts from '../../texts/code-editor.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/text/time.tsx'
import type { SystemFile } from './system-files.ts'

export interface FileEditorProps {
  readonly file: SystemFile
  readonly mayEdit: boolean
  readonly onDirty: (isDirty: boolean) => void
}

/** How long a save shows its busy state: the text is only stored in this browser. */
const simulatedMs = 400

/** One file, editable or read-only. */
export function FileEditor({ file, mayEdit, onDirty }: FileEditorProps) {
  const [saved, setSaved] = useState(() => savedFile(file.id) ?? file)
  const [text, setText] = useState(saved.content)
  const [isSaving, setIsSaving] = useState(false)
  const isDirty = text !== saved.content
  const guard = useLeaveGuard(isDirty)
  const typed = useRef(text)
  const change = (content: string) => {
    typed.current = content
    setText(content)
    onDirty(content !== saved.content)
  }
  const save = async () => {
    setIsSaving(true)
    await new Promise((resolve) => setTimeout(resolve, simulatedMs))
    setIsSaving(false)
    const next = { content: text, modifiedAt: new Date().toISOString() }
    try {
      saveFileHere(file.id, next)
    } catch {
      toast({ title: texts.saveFailed, description: texts.thisBrowserBlocksStorage, kind: 'destructive' })
      return
    }
    setSaved(next)
    onDirty(typed.current !== next.content)
    toast({ title: texts.fileSaved, description: texts.isSavedInThis(file.id) })
  }
  return (
    <Card
      title={file.id}
      description={
        <>
          {texts.lastModified} <Time value={saved.modifiedAt} show="date-time" />
        </>
      }
      actions={
        mayEdit && (
          <Button
            variant="primary"
            icon={<Save size={16} strokeWidth={1.75} aria-hidden />}
            isBusy={isSaving}
            busyText={texts.saving}
            disabledReason={isDirty || isSaving ? undefined : texts.noChangesToSave}
            onClick={() => void save()}
          >
            {texts.save}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <Note>{mayEdit ? texts.changesAreSavedIn : texts.readOnlyModeYou}</Note>
        <div className="h-[min(60dvh,520px)] overflow-hidden rounded-inner border border-line">
          <CodeField
            label={texts.contentOf(file.id)}
            text={saved.content}
            language={file.language}
            isReadOnly={!mayEdit}
            onChange={change}
          />
        </div>
      </div>
      {guard.question}
    </Card>
  )
}

interface SavedFile {
  readonly content: string
  readonly modifiedAt: string
}

const keyOf = (id: SystemFile['id']) => `code-editor:${id}`

/** Edits are stored in this browser; nothing is sent. */
function savedFile(id: SystemFile['id']): SavedFile | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null')
    return isSavedFile(saved) ? saved : undefined
  } catch {
    return undefined
  }
}

/** @throws if storage is blocked or full */
function saveFileHere(id: SystemFile['id'], file: SavedFile): void {
  localStorage.setItem(keyOf(id), JSON.stringify(file))
}

function isSavedFile(value: unknown): value is SavedFile {
  const { content, modifiedAt }: { content?: unknown; modifiedAt?: unknown } = value ?? {}
  return typeof content === 'string' && typeof modifiedAt === 'string' && !Number.isNaN(Date.parse(modifiedAt))
}
