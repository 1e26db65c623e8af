import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button-class.ts'

/** The words of the signed-out navigation, and the sections they lead to. */
const links = [
  ['Features', '#features'],
  ['Documentation', '#documentation'],
  ['Dashboard', '#dashboard'],
  ['Pricing', '#pricing'],
] as const

/** Becomes translucent by `data-scrolled`, which `enlivenLanding` sets. */
export function LandingBar() {
  return (
    <header
      data-landing="bar"
      className="sticky top-0 z-30 flex h-(--top-bar) shrink-0 items-center gap-4 border-b border-transparent bg-bg px-4 transition-colors duration-150 data-scrolled:border-line data-scrolled:bg-bg/80 data-scrolled:backdrop-blur-md sm:px-6"
    >
      <a href="/" className="rounded-control">
        <Brand />
      </a>
      <nav aria-label="Main" className="flex grow items-center gap-1 max-md:hidden">
        {links.map(([label, href]) => (
          <a key={href} href={href} className="rounded-control px-3 py-1.5 font-medium text-fg-2 hover:text-fg">
            {label}
          </a>
        ))}
      </nav>
      <span className="grow md:hidden" />
      <a href="/firebase-login" className={buttonClass('primary', 'sm')}>
        Sign In
      </a>
      <details data-landing="menu" className="relative md:hidden">
        <summary
          aria-label="Menu"
          className="flex size-9 list-none items-center justify-center rounded-control text-fg-2 touch:size-11 [&::-webkit-details-marker]:hidden"
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            aria-hidden
          >
            <path d="M4 6h16M4 12h16M4 18h16" />
          </svg>
        </summary>
        <nav
          aria-label="Sections"
          className="absolute right-0 top-full mt-2 flex w-52 flex-col rounded-card bg-overlay p-1.5 shadow-float"
        >
          {links.map(([label, href]) => (
            <a key={href} href={href} className="rounded-control px-3 py-2 touch:py-3 hover:bg-raised">
              {label}
            </a>
          ))}
        </nav>
      </details>
    </header>
  )
}
