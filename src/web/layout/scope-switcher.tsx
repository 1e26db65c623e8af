import { ChevronsUpDown, LayoutGrid } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOwnApplications } from '../api/use-own-applications.ts'
import * as texts from '../texts/layout.ts'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { initials } from './initials.ts'

/** The application whose pages are shown. */
export interface Scope {
  readonly id: number
  readonly name: string
  readonly version: string
}

/**
 * Says at the top of the sidebar whose pages these are: of one application, or of all. A menu leads to the others, which
 * are fetched when it is about to be opened.
 */
export function ScopeSwitcher({ scope }: { readonly scope: Scope | undefined }) {
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  const others = (useOwnApplications(isWanted).data ?? []).filter(({ id }) => id !== scope?.id)
  const name = scope?.name ?? texts.allApplications
  const entries: MenuEntry[] = [
    { label: texts.allApplications, href: '/', isCurrent: scope === undefined },
    'separator',
    ...(scope === undefined ? [] : [{ label: name, href: `/app/${scope.id}`, isCurrent: true }]),
    ...others.map((other) => ({ label: other.name, href: `/app/${other.id}`, isCurrent: false })),
    ...(scope === undefined && others.length === 0 ? [] : ['separator' as const]),
    { label: texts.newApplication, href: '/?dialog=new-application' },
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done with it; it notices that the button is reached
    <div onPointerEnter={want} onFocus={want}>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex w-full min-w-0 items-center gap-3 rounded-control text-left transition-colors duration-150 touch:min-h-11 sm:rounded-card sm:border sm:border-line sm:bg-bg sm:px-3 sm:py-2.5 sm:hover:border-control/60"
          >
            <span className="sr-only">{texts.switchApplication} </span>
            <Tile>
              {scope === undefined ? <LayoutGrid size={16} strokeWidth={1.75} aria-hidden /> : initials(name)}
            </Tile>
            <span className="min-w-0 grow max-sm:sr-only">
              <bdi className="block truncate font-medium">{name}</bdi>
              {scope !== undefined && (
                <span className="block truncate text-meta text-fg-3">{texts.appV(scope.id, scope.version)}</span>
              )}
            </span>
            <ChevronsUpDown
              size={16}
              strokeWidth={1.75}
              className="shrink-0 text-fg-3 max-sm:-ml-2 max-sm:size-3.5"
              aria-hidden
            />
          </button>
        }
        entries={entries}
      />
    </div>
  )
}

function Tile({ children }: { readonly children: ReactNode }) {
  return (
    <span
      className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-solid text-meta font-semibold text-white"
      aria-hidden
    >
      {children}
    </span>
  )
}
