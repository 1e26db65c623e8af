import { useEffect, useState } from 'react'
import { reconnected } from '../api/reconnected.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { isOutdated } from './outdated.ts'

/** However often one comes back, it is asked at most this often. */
const askedEveryMs = 60_000

/** Says when the server has newer pages than the one that is open: asked on coming back, never while one works. */
export function NewVersionBar() {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    let askedAtMs = 0
    const ask = (isCertain: boolean) => {
      if (document.visibilityState !== 'visible' || (!isCertain && Date.now() - askedAtMs < askedEveryMs)) return
      askedAtMs = Date.now()
      void isOutdated().then((isSo) => isSo && setIsOld(true))
    }
    const onVisible = () => ask(false)
    const onReconnected = () => ask(true)
    askedAtMs = Date.now()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener(reconnected, onReconnected)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener(reconnected, onReconnected)
    }
  }, [])
  if (!isOld) return null
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={() => location.reload()}>
          Refresh
        </Button>
      }
    >
      A new version is ready
    </Banner>
  )
}
