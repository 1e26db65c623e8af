import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, type Ref, useLayoutEffect } from 'react'

export interface TooltipWindowProps {
  /** The element that it belongs to. */
  readonly anchor: HTMLElement
  readonly text: ReactNode
  /** Read out with the element. */
  readonly isDescription: boolean
  readonly onClose: () => void
}

/** An open tooltip. Escape, scrolling, a press elsewhere, or a pointer that leaves element and text close it. */
export function TooltipWindow({ anchor, text, isDescription, onClose }: TooltipWindowProps) {
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
        <Radix.Trigger asChild>
          <Anchor element={anchor} isDescribed={isDescription} />
        </Radix.Trigger>
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
    </Radix.Provider>
  )
}

interface AnchorProps {
  readonly element: HTMLElement
  readonly isDescribed: boolean
  /** Both are given by the trigger. */
  readonly ref?: Ref<HTMLElement>
  readonly 'aria-describedby'?: string
}

/** Hands an element that is on the page already to the trigger around it, in place of one of its own. */
function Anchor({ element, isDescribed, ref, 'aria-describedby': id }: AnchorProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    const release = ref(element)
    return () => (typeof release === 'function' ? release() : void ref(null))
  }, [element, ref])
  useLayoutEffect(() => {
    if (!isDescribed || id === undefined || element.hasAttribute('aria-describedby')) return
    element.setAttribute('aria-describedby', id)
    return () => element.removeAttribute('aria-describedby')
  }, [element, isDescribed, id])
  return null
}
