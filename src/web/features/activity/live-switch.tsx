import { Pause, Play } from 'lucide-react'
import * as texts from '../../texts/activity.ts'
import { Button } from '../../ui/button.tsx'
import type { useActivity } from './use-activity.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Live: new rows appear; paused: they are counted. */
export function LiveSwitch({ log }: { readonly log: ReturnType<typeof useActivity> }) {
  const { isPaused, missed, pause, resume } = log
  return (
    <span className="flex items-center gap-3">
      <span role="status" className={isPaused ? 'text-second text-warn tabular-nums' : 'text-second text-info'}>
        {isPaused ? (
          texts.paused(missed.count, missed.isAtLeast ? texts.orMore : '')
        ) : (
          <span className="inline-flex items-center gap-2">
            <span
              className="size-2 rounded-full bg-info ring-3 ring-info/20 forced-colors:bg-[CanvasText]"
              aria-hidden
            />
            {texts.live}
          </span>
        )}
      </span>
      <Button icon={isPaused ? <Play {...icon} /> : <Pause {...icon} />} onClick={isPaused ? resume : pause}>
        {isPaused ? texts.resume : texts.pause}
      </Button>
    </span>
  )
}
