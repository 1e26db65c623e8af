import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { PaletteDialog } from '../features/commands/palette-dialog.tsx'
import type { PaletteTask } from '../features/commands/palette-task.ts'
import { ShortcutsDialog } from '../features/commands/shortcuts-dialog.tsx'
import { type Command, type FirstCommand, onCommand } from '../layout/commands.ts'
import { isPaletteKey, isSingleKey } from '../layout/keyboard-shortcuts.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'

const PaletteTaskRun = lazyDialog(async () => (await import('./palette-task-run.tsx')).PaletteTaskRun)

/** Longest pause between `g` and the key after it. */
const sequenceTimeoutMs = 1_500
const sections: Readonly<Record<string, string>> = { u: 'users', l: 'licenses', a: 'activity', o: 'overview' }

/** The command palette and single-key shortcuts. */
export function Commands({ first }: { readonly first: FirstCommand }) {
  const router = useRouter()
  const [open, setOpen] = useState<Command | undefined>(typeof first === 'string' ? first : undefined)
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
      const section = sections[event.key]
      if (event.key === '?') setOpen('shortcuts')
      else if (event.key === '/') focusSearch(event)
      else if (isGoing && section !== undefined) router.history.push(addressOf(section, router.state.location.pathname))
    }
    if (typeof first !== 'string' && !done.current) onKey(first)
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

/** The address of a section of the open application; without one, the nearest screen. */
function addressOf(section: string, path: string): string {
  const id = applicationIn(path)
  if (id !== undefined) return section === 'overview' ? `/app/${id}` : `/app/${id}?section=${section}`
  return section === 'activity' ? '/activity-logs' : '/'
}
