import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOwnApplications } from '../../api/use-own-applications.ts'
import { Menu } from '../../ui/menu.tsx'
import type { Application } from './use-application.ts'

/** The application at the top of the sidebar; with more than one, a menu to switch. */
export function ApplicationSwitcher({ application }: { readonly application: Application }) {
  const { id, name, version } = application
  const others = useOwnApplications().data?.filter((other) => other.id !== id) ?? []
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

interface AppTileProps {
  readonly name: string
  readonly detail: string
  /** Content at the right end, such as the switcher's arrows. */
  readonly aside?: ReactNode
}

/** An application's initials, name and a line below. `<AppTile name="My Game App" detail="App 1 · v1.0" />` */
function AppTile({ name, detail, aside }: AppTileProps) {
  return (
    <span className="flex w-full min-w-0 items-center gap-3 rounded-card border border-line bg-bg px-3 py-2.5 text-left">
      <span
        className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-solid text-meta font-semibold text-white"
        aria-hidden
      >
        {initials(name)}
      </span>
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="block truncate text-meta text-fg-3">{detail}</span>
      </span>
      {aside}
    </span>
  )
}

/** The initials of the first two words, by code point. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2)
  return words
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
