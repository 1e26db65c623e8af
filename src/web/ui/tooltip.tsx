import { Tooltip as Radix } from 'radix-ui'
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'

type TriggerProps = { 'aria-describedby'?: string | undefined; onClick?: ((event: MouseEvent) => void) | undefined }

export interface TooltipProps {
  readonly text: ReactNode
  /** One element that can have the focus. */
  readonly children: ReactElement<TriggerProps>
  /** The text repeats the element's name and needs no second reading. */
  readonly isLabel?: boolean
  /** A press shows it as well: for elements that do nothing else, so that fingers reach the text too. */
  readonly opensOnPress?: boolean
}

/** A short text on hover and focus, never the only place of a fact. `<Tooltip text="Copy"><button … /></Tooltip>` */
export function Tooltip({ text, children, isLabel = false, opensOnPress = false }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const press = (event: MouseEvent) => {
    children.props.onClick?.(event)
    if (!opensOnPress) return
    event.preventDefault()
    setIsOpen(true)
  }
  const trigger = cloneElement(children, {
    ...(isLabel ? { 'aria-describedby': undefined } : {}),
    ...(opensOnPress ? { onClick: press } : {}),
  })
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 animate-pop rounded-inner bg-overlay px-2.5 py-1.5 text-meta text-fg shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
