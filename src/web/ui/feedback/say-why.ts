import type { MouseEvent } from 'react'
import { toast } from './toast.ts'

/** Says in a toast why a pressed control is off: on touch nothing hovers, so nobody sees its tooltip. */
export function sayWhyOnTouch({ nativeEvent }: MouseEvent, reason: string): void {
  // A click is no PointerEvent in older Safari.
  const isTouch =
    'pointerType' in nativeEvent ? nativeEvent.pointerType === 'touch' : matchMedia('(hover: none)').matches
  if (isTouch) toast({ title: reason })
}
