import { Copy, Ellipsis, KeyRound, RefreshCw, Settings, Trash2, UserPlus, Users } from 'lucide-react'
import { noteKeyUse } from '../../common/api-key-use.ts'
import { refusalOf } from '../../common/refusal-of.ts'
import { settingsHref } from '../../common/settings-parts.ts'
import * as texts from '../../texts/dashboard.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { RefusalContext } from '../../ui/refusal.ts'
import { copyText } from '../../ui/text/copy-text.ts'
import type { Application } from './use-applications.ts'

export interface ApplicationMenuProps {
  readonly application: Application
  /** Absent where the screen has a button for it. */
  readonly onDelete?: (application: Application) => void
  readonly className?: string
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The commonest jobs in an application, without opening it first: each entry leads to the dialog that does it. */
export function ApplicationMenu({ application, onDelete, className }: ApplicationMenuProps) {
  const { id, name, apiKey, can } = application
  const entries: MenuEntry[] = [
    {
      label: texts.addUser,
      icon: <UserPlus {...icon} />,
      needs: 'manage',
      href: `/app/${id}?section=users&dialog=add-user`,
    },
    {
      label: texts.generateKeys,
      icon: <KeyRound {...icon} />,
      needs: 'manage',
      href: `/app/${id}/licenses?dialog=generate`,
    },
    {
      label: texts.inviteToTeam,
      icon: <Users {...icon} />,
      needs: 'team',
      href: `${settingsHref(id, 'team')}?dialog=invite`,
    },
    'separator',
    { label: texts.copyApiKey, icon: <Copy {...icon} />, needs: 'manage', onSelect: () => void copyKey(id, apiKey) },
    {
      label: texts.rotateApiKey,
      icon: <RefreshCw {...icon} />,
      needs: 'manage',
      href: `/app/${id}?section=api-config&dialog=rotate-key`,
    },
    { label: texts.settings, icon: <Settings {...icon} />, href: settingsHref(id, 'general') },
  ]
  if (onDelete !== undefined && can.includes('delete')) {
    const remove = { label: texts.deleteText, tone: 'danger', onSelect: () => onDelete(application) } as const
    entries.push('separator', { ...remove, icon: <Trash2 {...icon} /> })
  }
  return (
    <RefusalContext value={(right) => refusalOf(application, right)}>
      <Menu
        trigger={
          <IconButton
            label={texts.actionsFor(name)}
            icon={<Ellipsis {...icon} />}
            size="sm"
            {...(className !== undefined && { className })}
          />
        }
        entries={entries}
      />
    </RefusalContext>
  )
}

async function copyKey(id: number, apiKey: string): Promise<void> {
  if (!(await copyText(apiKey))) return toast({ title: texts.failedToCopy, kind: 'destructive' })
  toast({ title: texts.copied, description: texts.apiKeyCopiedTo })
  noteKeyUse(id, 'copy')
}
