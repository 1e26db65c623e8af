import { Tooltip as Radix } from 'radix-ui'
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'

type TriggerProps = { 'aria-describedby'?: string | undefined; onClick?: ((event: MouseEvent) => void) | undefined }

export interface TooltipProps {
  readonly text: ReactNode
  /** One focusable element. */
  readonly children: ReactElement<TriggerProps>
  /** The text repeats the element's name and should not be announced twice. */
  readonly isLabel?: boolean
  /** Opens on press too: for elements without an action, so touch users can read it. */
  readonly opensOnPress?: boolean
}

/**
 * Short text on hover and focus. Never the only place for information.
 * `<Tooltip text="Copy"><button … /></Tooltip>`
 */
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
