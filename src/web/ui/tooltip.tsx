import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from './lazy-component.tsx'

const TooltipWindow = lazyComponent(
  async () => (await import('./tooltip-window.tsx')).TooltipWindow,
  () => null,
  { isQuiet: true },
)

const delayMs = 400
/** After another one was open this short a time ago, a tooltip opens at once. */
const skipDelayMs = 200

type Handler<E> = ((event: E) => void) | undefined
type PointerHandler = Handler<PointerEvent<HTMLElement>>

/** What the tooltip needs to hear of its element. */
interface TriggerProps {
  readonly onPointerMove?: PointerHandler
  readonly onPointerLeave?: PointerHandler
  readonly onPointerDown?: PointerHandler
  readonly onFocus?: Handler<FocusEvent<HTMLElement>>
  readonly onBlur?: Handler<FocusEvent<HTMLElement>>
  readonly onClick?: Handler<MouseEvent<HTMLElement>>
}

export interface TooltipProps {
  readonly text: ReactNode
  /** One focusable element. */
  readonly children: ReactElement<TriggerProps>
  /** The text repeats the element's name and should not be announced twice. */
  readonly isLabel?: boolean
  /** Opens on press too: for elements without an action, so touch users can read it. */
  readonly opensOnPress?: boolean
  /** Whether the element leaves anything to be told; without it, always. */
  readonly isNeeded?: (element: HTMLElement) => boolean
}

/**
 * Short text on hover and focus. Never the only place for information. Until it opens it is handlers on its element and
 * no component more: a list of a hundred rows has hundreds of them, and most are never read.
 * `<Tooltip text="Copy"><button … /></Tooltip>`
 */
export function Tooltip({ text, children, isLabel = false, opensOnPress = false, isNeeded }: TooltipProps) {
  const { anchor, show, hide, pointer } = useAnchor(isNeeded)
  const own = children.props
  return (
    <>
      {cloneElement(children, {
        onPointerMove: after(own.onPointerMove, pointer.moved),
        onPointerLeave: after(own.onPointerLeave, pointer.left),
        onPointerDown: after(own.onPointerDown, pointer.pressed),
        onFocus: after(own.onFocus, ({ currentTarget }) => pointer.isDown() || show(currentTarget)),
        onBlur: after(own.onBlur, hide),
        onClick: after(own.onClick, ({ currentTarget }) => (opensOnPress ? show(currentTarget) : hide())),
      })}
      {anchor !== undefined && <TooltipWindow {...{ anchor, text }} isDescription={!isLabel} onClose={hide} />}
    </>
  )
}

/** The element's own handler, then ours, unless the own one has prevented it. */
function after<E extends SyntheticEvent>(own: Handler<E>, ours: (event: E) => unknown) {
  return (event: E) => {
    own?.(event)
    if (!event.defaultPrevented) ours(event)
  }
}

/** Only one is open on the page. */
let closeOther: () => void = () => undefined
let closedAtMs = Number.NEGATIVE_INFINITY

/** The element whose tooltip is open, and when that opens and closes. */
function useAnchor(isNeeded: (element: HTMLElement) => boolean = () => true) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const { current: state } = useRef({ timer: 0, isOver: false, isDown: false, wishes: 0 })
  const hide = () => {
    window.clearTimeout(state.timer)
    state.wishes += 1
    if (anchor !== undefined) closedAtMs = performance.now()
    setAnchor(undefined)
  }
  /** Its code may have to be loaded first; by then the pointer or the focus may have left. */
  const show = async (element: HTMLElement) => {
    window.clearTimeout(state.timer)
    if (!isNeeded(element)) return
    state.wishes += 1
    const wish = state.wishes
    await TooltipWindow.preload()
    if (wish !== state.wishes || !element.isConnected) return
    closeOther()
    closeOther = () => setAnchor(undefined)
    setAnchor(element)
  }
  useEffect(() => () => window.clearTimeout(state.timer), [state])
  const release = () => {
    state.isDown = false
  }
  const pointer = {
    isDown: () => state.isDown,
    /** Not entered: a page that scrolls below a resting pointer opens nothing. */
    moved({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType === 'touch' || state.isOver) return
      state.isOver = true
      void TooltipWindow.preload()
      const waitMs = performance.now() - closedAtMs < skipDelayMs ? 0 : delayMs
      state.timer = window.setTimeout(() => void show(currentTarget), waitMs)
    },
    /** An open one closes itself, unless the pointer has moved on to its text. */
    left() {
      state.isOver = false
      window.clearTimeout(state.timer)
      if (anchor === undefined) state.wishes += 1
    },
    pressed() {
      hide()
      state.isDown = true
      document.addEventListener('pointerup', release, { once: true })
    },
  }
  return { anchor, show, hide, pointer }
}
