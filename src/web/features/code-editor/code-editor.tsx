import { LockKeyhole } from 'lucide-react'
import { useRef, useState } from 'react'
import { hasPermission } from '../../../shared/permissions.ts'
import { useCurrentUser } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileEditor } from './file-editor.tsx'
import { FileList } from './file-list.tsx'
import { PermissionPanel } from './permission-panel.tsx'
import { type SystemFile, systemFiles } from './system-files.ts'

/**
 * The files and what the user may do with them: with edit_code they are changed, with view_all_data looked at, and
 * without both not even that.
 */
export function CodeEditor() {
  const user = useCurrentUser()
  const mayEdit = hasPermission(user, 'edit_code')
  const mayLook = mayEdit || hasPermission(user, 'view_all_data')
  const [chosen, setChosen] = useState<SystemFile['id']>('authentication')
  const [wanted, setWanted] = useState<SystemFile['id']>()
  const isDirty = useRef(false)
  const file = systemFiles.find(({ id }) => id === chosen)
  const open = (id: SystemFile['id']) => {
    isDirty.current = false
    setWanted(undefined)
    setChosen(id)
  }
  const choose = (id: SystemFile['id']) => {
    if (isDirty.current && id !== chosen) setWanted(id)
    else open(id)
  }
  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        {mayLook && <FileList files={systemFiles} chosen={chosen} mayEdit={mayEdit} onChoose={choose} />}
        <PermissionPanel user={user} />
      </div>
      {mayLook && file !== undefined ? (
        <FileEditor
          key={file.id}
          file={file}
          mayEdit={mayEdit}
          onDirty={(now) => {
            isDirty.current = now
          }}
        />
      ) : (
        <Card>
          <EmptyState
            icon={<LockKeyhole />}
            title="You don't have permission to access the code editor."
            text="This feature is restricted to users with code editing privileges."
          />
        </Card>
      )}
      <ConfirmDialog
        isOpen={wanted !== undefined}
        onOpenChange={(isOpen) => !isOpen && setWanted(undefined)}
        title="Discard changes?"
        text="What you entered here has not been saved."
        cancelText="Keep Editing"
        confirmText="Discard"
        onConfirm={() => wanted && open(wanted)}
      />
    </div>
  )
}
