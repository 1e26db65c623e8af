import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Loading } from '../../ui/feedback/loading.tsx'

export interface RenderWhenVisibleProps {
  /** Renders them wherever they are. */
  readonly isWanted?: boolean
  readonly children: ReactNode
}

/** Renders children when scrolled near (IntersectionObserver). */
export function RenderWhenVisible({ isWanted = false, children }: RenderWhenVisibleProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="min-h-24 min-w-0">
      {isNear || isWanted ? children : <Loading />}
    </div>
  )
}
