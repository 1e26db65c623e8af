import { ChevronsUpDown } from 'lucide-react'
import { AppTile } from '../../layout/app-tile.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type Application, useApplications } from './use-application.ts'

/** The application on top of the sidebar; with more than one, a menu that goes to another. */
export function ApplicationSwitcher({ application }: { readonly application: Application }) {
  const { id, name, version } = application
  const others = useApplications().data?.filter((other) => other.id !== id) ?? []
  const detail = `App ${id} · v${version}`
  if (others.length === 0) return <AppTile name={name} detail={detail} />
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="w-full rounded-card">
          <span className="sr-only">Switch application: </span>
          <AppTile
            name={name}
            detail={detail}
            aside={<ChevronsUpDown size={16} strokeWidth={1.75} className="shrink-0 text-fg-3" aria-hidden />}
          />
        </button>
      }
      entries={[
        { label: name, href: `/app/${id}`, isCurrent: true },
        'separator',
        ...others.map((other) => ({ label: other.name, href: `/app/${other.id}` })),
        'separator',
        { label: 'All applications', href: '/' },
      ]}
    />
  )
}
