import { FileCode, LockKeyhole, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { hasPermission } from '../../../shared/permissions.ts'
import { type CurrentUser, useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/code-editor.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { FileEditor } from './file-editor.tsx'
import { type SystemFile, systemFiles } from './system-files.ts'

/** The files: editable with edit_code, read-only with view_all_data, hidden without both. */
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
          <EmptyState icon={LockKeyhole} title={texts.youDontHavePermission} text={texts.thisFeatureIsRestricted} />
        </Card>
      )}
      <ConfirmDialog
        isOpen={wanted !== undefined}
        onClose={() => setWanted(undefined)}
        title={texts.discardChanges}
        text={texts.yourChangesHaventBeen}
        cancelText={texts.keepEditing}
        confirmText={texts.discard}
        onConfirm={() => wanted && open(wanted)}
      />
    </div>
  )
}

interface FileListProps {
  readonly files: readonly SystemFile[]
  readonly chosen: SystemFile['id']
  readonly mayEdit: boolean
  readonly onChoose: (id: SystemFile['id']) => void
}

/** The files with their language, and whether they are editable. */
function FileList({ files, chosen, mayEdit, onChoose }: FileListProps) {
  const Icon = mayEdit ? Pencil : LockKeyhole
  return (
    <Card title={texts.systemFiles}>
      <ul className="-mx-2 flex flex-col gap-1">
        {files.map(({ id, language }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosen ? 'true' : undefined}
              onClick={() => onChoose(id)}
              className={classNames(
                'flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-left transition-colors duration-150',
                id === chosen ? 'bg-overlay' : 'hover:bg-raised',
              )}
            >
              <FileCode size={16} strokeWidth={1.75} className="shrink-0 text-fg-2" aria-hidden />
              <span className="min-w-0 grow">
                <span className="block font-medium">{id}</span>
                <span className="block text-meta text-fg-3">{language}</span>
              </span>
              <Icon
                size={16}
                strokeWidth={1.75}
                className={classNames('shrink-0', mayEdit ? 'text-ok' : 'text-fg-3')}
                aria-hidden
              />
              <span className="sr-only">{mayEdit ? 'editable' : 'locked'}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The signed-in user's permissions. */
function PermissionPanel({ user }: { readonly user: CurrentUser }) {
  const isEnabled = (permission: 'edit_code' | 'manage_users') => (
    <Badge tone={hasPermission(user, permission) ? 'ok' : 'neutral'}>
      {hasPermission(user, permission) ? texts.enabled : texts.disabled}
    </Badge>
  )
  return (
    <Card title={texts.yourPermissions}>
      <DescriptionList
        items={[
          { label: texts.role, value: user.role },
          { label: texts.codeEditing, value: isEnabled('edit_code') },
          { label: texts.userManagement, value: isEnabled('manage_users') },
        ]}
      />
      {user.permissions.length > 0 && (
        <ul aria-label={texts.allPermissions} className="mt-3 flex flex-wrap gap-1.5">
          {user.permissions.map((permission) => (
            <li key={permission} className="rounded-full border border-line bg-bg/40 px-2 py-0.5 text-meta text-fg-2">
              <code>{permission}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
