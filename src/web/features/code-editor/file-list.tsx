import { FileCode, LockKeyhole, Pencil } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { SystemFile } from './system-files.ts'

export interface FileListProps {
  readonly files: readonly SystemFile[]
  readonly chosen: SystemFile['id']
  readonly mayEdit: boolean
  readonly onChoose: (id: SystemFile['id']) => void
}

/** The files with their language, and whether they can be changed. */
export function FileList({ files, chosen, mayEdit, onChoose }: FileListProps) {
  const Icon = mayEdit ? Pencil : LockKeyhole
  return (
    <Card title="System Files">
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
