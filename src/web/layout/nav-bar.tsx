import { CircleUser, Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import * as texts from '../texts/layout.ts'
import { Brand } from '../ui/brand.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Link } from '../ui/link.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { emailInitials } from './initials.ts'
import { SearchField } from './search-field.tsx'

interface NavLink {
  readonly label: string
  readonly href: string
  readonly isCurrent?: boolean
}

export interface NavBarProps {
  readonly links: readonly NavLink[]
  /** The menu behind the avatar, named Settings. Absent when signed out. */
  readonly settings?: readonly MenuEntry[]
  /** The signed-in account's email, shown at the top of the menus. */
  readonly account?: string | undefined
  /** Buttons at the right end: Logout, Sign In. */
  readonly actions?: ReactNode
}

const translucentAfterPx = 10

/** The top bar, signed in and signed out. `<NavBar links={links} settings={entries} account={email} />` */
export function NavBar({ links, settings, account, actions }: NavBarProps) {
  const isScrolled = useIsScrolled()
  const header = account === undefined ? undefined : <AccountLine account={account} />
  const mobile = mobileEntries(links, settings ?? [])
  return (
    <header
      className={classNames(
        'sticky low:static print:hidden top-0 z-30 h-(--top-bar) shrink-0 border-b border-line transition-colors duration-150',
        isScrolled ? 'bg-bg/80 backdrop-blur-md' : 'bg-bg',
      )}
    >
      <div className="frame flex h-full items-center gap-2 px-4 sm:gap-4 sm:px-6">
        <Link href="/" className="rounded-control">
          <Brand />
        </Link>
        <nav aria-label={texts.main} className="flex min-w-0 grow items-center gap-1 sm:pl-2">
          {links.map(({ label, href, isCurrent }) => (
            <Link
              key={label}
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                'rounded-control px-3 py-1.5 font-medium transition-colors duration-150 hover:text-fg max-md:hidden',
                isCurrent ? 'bg-raised text-fg' : 'text-fg-2',
              )}
            >
              {label}
            </Link>
          ))}
        </nav>
        {settings !== undefined && <SearchField />}
        {actions}
        {settings !== undefined && (
          <span className="flex max-md:hidden">
            <Menu
              trigger={
                <IconButton
                  label={texts.settings}
                  className="rounded-full border border-control/60 bg-raised text-meta font-semibold"
                  icon={<AvatarPicture account={account} />}
                />
              }
              header={header}
              entries={settings}
            />
          </span>
        )}
        <span className="flex md:hidden">
          <Menu
            trigger={<IconButton label={texts.menu} icon={<MenuIcon size={18} strokeWidth={1.75} />} />}
            header={header}
            entries={mobile}
          />
        </span>
      </div>
    </header>
  )
}

/** Links and settings in one menu, without duplicate addresses. */
function mobileEntries(links: readonly NavLink[], settings: readonly MenuEntry[]): readonly MenuEntry[] {
  const addresses = new Set(links.map((link) => link.href))
  const more = settings.filter((entry) => entry === 'separator' || !('href' in entry) || !addresses.has(entry.href))
  return more.length === 0 || more[0] === 'separator' ? [...links, ...more] : [...links, 'separator', ...more]
}

/** The letters are drawn, not text: the button's name is Settings. */
function AvatarPicture({ account = '' }: Pick<NavBarProps, 'account'>) {
  const letters = emailInitials(account)
  if (letters === '') return <CircleUser size={16} strokeWidth={1.75} />
  return <span data-letters={letters} className="before:content-[attr(data-letters)]" aria-hidden />
}

function AccountLine({ account }: { readonly account: string }) {
  return (
    <>
      <span className="block text-meta text-fg-3">{texts.signedInAs}</span>
      <span className="block truncate text-fg">{account}</span>
    </>
  )
}

function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const look = () => setIsScrolled(window.scrollY > translucentAfterPx)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return isScrolled
}
