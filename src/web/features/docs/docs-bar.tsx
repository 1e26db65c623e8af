import { ArrowLeft, Moon, Sun } from 'lucide-react'
import { markLoggedOut, markLogoutSent } from '../../session/flags.ts'
import { BrandMark } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import type { DocsTheme } from './docs-theme.ts'

export interface DocsBarProps {
  readonly theme: DocsTheme
  readonly onToggle: () => void
}

/** The bar of the documentation: back, the look, and out. */
export function DocsBar({ theme, onToggle }: DocsBarProps) {
  const iconOf = theme === 'dark' ? Sun : Moon
  const Icon = iconOf
  return (
    <header className="docs-bar sticky low:static top-0 z-30 flex h-(--top-bar) shrink-0 items-center gap-2 border-b border-line bg-bg/90 px-4 backdrop-blur-md sm:gap-4 sm:px-6">
      <Link
        href="/"
        className="flex min-h-9 items-center gap-2 rounded-control font-medium whitespace-nowrap text-fg-2 hover:text-fg"
      >
        <ArrowLeft size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        Back to Dashboard
      </Link>
      <span className="flex grow items-center justify-center gap-2.5 max-md:*:hidden">
        <BrandMark size={24} />
        <span className="font-semibold">Documentation</span>
      </span>
      <IconButton
        label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
        icon={<Icon size={18} strokeWidth={1.75} />}
        onClick={onToggle}
      />
      <a
        href="/api/logout"
        className={buttonClass('ghost', 'sm')}
        // The address itself ends the session; this browser remembers it as after every other way out.
        onClick={() => {
          markLoggedOut()
          markLogoutSent()
        }}
      >
        Logout
      </a>
    </header>
  )
}
