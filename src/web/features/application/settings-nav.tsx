import { ChevronDown } from 'lucide-react'
import { type SettingsPart, settingsHref, settingsParts } from '../../common/settings-parts.ts'
import * as texts from '../../texts/application.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'

export interface SettingsNavProps {
  readonly applicationId: number
  readonly parts: readonly SettingsPart[]
  readonly current: SettingsPart
}

/** The parts of the settings: a list beside them, below 1024 px a menu above them. */
export function SettingsNav({ applicationId, parts, current }: SettingsNavProps) {
  const links = parts.map((part) => ({
    label: settingsParts[part].label,
    href: settingsHref(applicationId, part),
    isCurrent: part === current,
  }))
  return (
    <nav aria-label={texts.settings} className="min-w-0 lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)]">
      <ul className="flex flex-col gap-1 max-lg:hidden">
        {links.map(({ label, href, isCurrent }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                'flex h-9 items-center rounded-control px-3 font-medium transition-colors duration-150 touch:h-11',
                isCurrent ? 'bg-overlay text-fg' : 'text-fg-2 hover:bg-raised hover:text-fg',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <span className="lg:hidden">
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className={classNames(buttonClass('secondary', 'md'), 'w-full justify-between sm:w-56')}
            >
              <span>
                <span className="sr-only">{texts.settingsText} </span>
                {settingsParts[current].label}
              </span>
              <ChevronDown size={16} strokeWidth={1.75} className="text-fg-2" aria-hidden />
            </button>
          }
          entries={links}
        />
      </span>
    </nav>
  )
}
