import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useRef } from 'react'
import type { Right } from '../../shared/rights.ts'
import { classNames } from './class-names.ts'
import { returnFocus } from './dialog/return-focus.ts'
import { Link } from './link.tsx'
import { useRefusal } from './refusal.ts'

/** A menu entry: an action, a checkbox, a link, or a separator. */
export type MenuEntry =
  | {
      readonly label: string
      readonly icon?: ReactNode
      readonly tone?: 'neutral' | 'danger'
      /** Why it is disabled; shown in the entry. */
      readonly disabledReason?: string | undefined
      /** The right that the action needs; without it the entry is disabled and says why. */
      readonly needs?: Right | undefined
      readonly onSelect: () => void
    }
  /** The menu stays open. */
  | { readonly label: string; readonly isChecked: boolean; readonly onSelect: () => void }
  | {
      readonly label: string
      readonly icon?: ReactNode
      readonly href: string
      readonly isCurrent?: boolean
      /** The right that is needed where it leads; without it the entry is disabled and says why. */
      readonly needs?: Right
    }
  | 'separator'

export interface MenuProps {
  /** A button that forwards its props: `<IconButton … />` or `<Button … />`. */
  readonly trigger: ReactElement
  readonly entries: readonly MenuEntry[]
  /** A line at the top, such as the account's email. */
  readonly header?: ReactNode
  readonly align?: 'start' | 'end'
}

export interface MenuWindowProps extends MenuProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The open menu with its button. */
export function MenuWindow({ trigger, entries, header, align = 'end', isOpen, onOpenChange }: MenuWindowProps) {
  const isLeaving = useRef(false)
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-45 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 origin-(--radix-dropdown-menu-content-transform-origin) animate-pop overflow-y-auto rounded-inner bg-overlay p-1 shadow-float"
          onCloseAutoFocus={(event) => {
            const hasDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
            // An entry opened a dialog or another screen: the focus belongs there, not on the button.
            if (hasDialog || isLeaving.current) event.preventDefault()
            if (isLeaving.current && document.activeElement === document.body) returnFocus(null)
            isLeaving.current = false
          }}
        >
          {header !== undefined && (
            <div className="border-b border-line px-2.5 pt-1.5 pb-2 mb-1 text-second text-fg-2">{header}</div>
          )}
          {entries.map((entry, index) => (
            <Entry
              key={entry === 'separator' ? `separator-${index}` : 'href' in entry ? entry.href : entry.label}
              entry={entry}
              onLeave={() => {
                isLeaving.current = true
              }}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const entryClass =
  'flex min-h-9 w-full select-none items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left outline-none touch:min-h-11 ' +
  'data-highlighted:bg-raised data-disabled:text-fg-3 [&>svg]:shrink-0'

function Entry({ entry, onLeave }: { readonly entry: MenuEntry; readonly onLeave: () => void }) {
  if (entry === 'separator') return <Radix.Separator className="mx-1 my-1 h-px bg-line" />
  if ('href' in entry) return <LinkEntry entry={entry} onSelect={onLeave} />
  if ('isChecked' in entry) return <CheckEntry {...entry} />
  return <ActionEntry entry={entry} />
}

type Action = Exclude<MenuEntry, string | { readonly href: string } | { readonly isChecked: boolean }>
type LinkOf = Extract<MenuEntry, { readonly href: string }>

function ActionEntry({ entry }: { readonly entry: Action }) {
  const disabledReason = useRefusal(entry.needs) ?? entry.disabledReason
  const isOff = disabledReason !== undefined
  return (
    <Radix.Item
      disabled={isOff}
      className={classNames(entryClass, entry.tone === 'danger' && !isOff ? 'text-bad' : 'text-fg')}
      onSelect={entry.onSelect}
    >
      {entry.icon}
      <span className="min-w-0">
        {entry.label}
        {isOff && <span className="block text-meta">{disabledReason}</span>}
      </span>
    </Radix.Item>
  )
}

function CheckEntry({ label, isChecked, onSelect }: { label: string; isChecked: boolean; onSelect: () => void }) {
  return (
    <Radix.CheckboxItem
      checked={isChecked}
      className={classNames(entryClass, 'text-fg')}
      onSelect={(event) => {
        event.preventDefault()
        onSelect()
      }}
    >
      <Check size={16} strokeWidth={2} className={isChecked ? 'text-accent' : 'opacity-0'} aria-hidden />
      {label}
    </Radix.CheckboxItem>
  )
}

function LinkEntry({ entry, onSelect }: { readonly entry: LinkOf; readonly onSelect: () => void }) {
  const { label, icon, href, isCurrent, needs } = entry
  if (useRefusal(needs) !== undefined) return <ActionEntry entry={{ label, icon, needs, onSelect }} />
  return (
    <Radix.Item asChild onSelect={onSelect}>
      <Link
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        // Among links of which one is open, the others stand back.
        className={classNames(entryClass, isCurrent === false ? 'text-fg-2' : 'text-fg')}
      >
        {icon}
        {label}
      </Link>
    </Radix.Item>
  )
}
