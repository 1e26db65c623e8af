import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { PaletteDialog } from '../features/commands/palette-dialog.tsx'
import type { PaletteTask } from '../features/commands/palette-task.ts'
import { ShortcutsDialog } from '../features/commands/shortcuts-dialog.tsx'
import { type Command, type FirstCommands, onCommand } from '../layout/commands.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { isPaletteKey, isSingleKey } from '../ui/keyboard-shortcuts.ts'

const PaletteTaskRun = lazyDialog(async () => (await import('./palette-task-run.tsx')).PaletteTaskRun)

/** Longest pause between `g` and the key after it. */
const sequenceTimeoutMs = 1_500

/** The command palette and single-key shortcuts. */
export function Commands({ first }: { readonly first: FirstCommands }) {
  const router = useRouter()
  const [open, setOpen] = useState<Command | undefined>(first.find((act) => typeof act === 'string'))
  const [task, setTask] = useState<PaletteTask>()
  const [isTaskOpen, setIsTaskOpen] = useState(false)
  const went = useRef(0)
  const done = useRef(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        setOpen('palette')
      } else if (isSingleKey(event)) singleKey(event)
    }
    const singleKey = (event: KeyboardEvent) => {
      const isGoing = Date.now() - went.current < sequenceTimeoutMs
      went.current = event.key === 'g' ? Date.now() : 0
      const page = isGoing ? addressOf(event.key, router.state.location.pathname) : undefined
      if (event.key === '?') setOpen('shortcuts')
      else if (event.key === '/') focusSearch(event)
      else if (page !== undefined) router.history.push(page)
    }
    if (!done.current) for (const act of first) if (typeof act !== 'string') onKey(act)
    done.current = true
    window.addEventListener('keydown', onKey)
    const stop = onCommand(setOpen)
    // Back would leave it open over another screen
    const stopClosing = router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && setOpen(undefined))
    return () => {
      window.removeEventListener('keydown', onKey)
      stop()
      stopClosing()
    }
  }, [router, first])
  const { pathname } = router.state.location
  return (
    <>
      <PaletteDialog
        isOpen={open === 'palette'}
        applicationId={applicationIn(pathname)}
        onClose={() => setOpen(undefined)}
        onGo={(href) => router.history.push(href)}
        onTask={(asked) => {
          setTask(asked)
          setIsTaskOpen(true)
        }}
      />
      {task && <PaletteTaskRun task={task} isOpen={isTaskOpen} onClose={() => setIsTaskOpen(false)} />}
      <ShortcutsDialog isOpen={open === 'shortcuts'} onClose={() => setOpen(undefined)} />
    </>
  )
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (search === null) return
  event.preventDefault()
  search.focus()
  search.select()
}

function applicationIn(path: string): number | undefined {
  const id = /^\/app(?:lications)?\/(\d+)/.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** After `g`: a page of the open application; without one, the page of all of them, or the dashboard. */
const places: Readonly<Record<string, { readonly ofApplication: string; readonly ofAll?: string }>> = {
  o: { ofApplication: '' },
  u: { ofApplication: '?section=users' },
  l: { ofApplication: '?section=licenses' },
  a: { ofApplication: '?section=activity', ofAll: '/activity-logs' },
  w: { ofApplication: '?section=webhooks', ofAll: '/webhooks' },
  b: { ofApplication: '?section=blacklist', ofAll: '/blacklist' },
  m: { ofApplication: '?section=messages', ofAll: '/custom-messages' },
  c: { ofApplication: '?section=api-config', ofAll: '/integration' },
  t: { ofApplication: '/settings/team' },
  s: { ofApplication: '?dialog=settings' },
}

function addressOf(key: string, path: string): string | undefined {
  if (key === 'd') return '/'
  const place = places[key]
  const id = applicationIn(path)
  if (place === undefined) return undefined
  return id === undefined ? (place.ofAll ?? '/') : `/app/${id}${place.ofApplication}`
}
