import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

export type LinkProps = ComponentProps<'a'> & { readonly href: string }

/**
 * A link within the app: a plain click uses the router, a middle or modified click opens a tab as usual. Outside a
 * router it is an ordinary link.
 * `<Link href="/app/7?section=users">Users</Link>`
 */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (router === undefined || !isPlainClick(event) || !href.startsWith('/') || rest.target !== undefined) return
    event.preventDefault()
    router.history.push(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}

function isPlainClick(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !isModified && !event.defaultPrevented
}
