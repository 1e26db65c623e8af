import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being laid out for paper. What it changes is drawn before the browser looks. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const print = matchMedia('print')
    const tell = (is: boolean) => flushSync(() => setIsPrinting(is))
    const begin = () => tell(true)
    const end = () => tell(false)
    const follow = () => tell(print.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    print.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      print.removeEventListener('change', follow)
    }
  }, [])
  return isPrinting
}
