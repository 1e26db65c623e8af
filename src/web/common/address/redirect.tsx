import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { FullPageLoading } from '../../layout/full-page-loading.tsx'

/**
 * Redirects once; it may re-render while navigating, with another address.
 * `<Redirect to="/login?next=/app/7" />`
 */
export function Redirect({ to }: { readonly to: string }) {
  const router = useRouter()
  const target = useRef(to)
  useEffect(() => router.history.replace(target.current), [router])
  return <FullPageLoading />
}
