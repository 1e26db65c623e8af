import { useState } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import type { DocsFacts } from './api-examples.ts'
import { apiExamples } from './api-examples.ts'
import { Example } from './api-reference.tsx'
import { Chapter, Points } from './chapter.tsx'

const tabs = [
  { value: 'start', label: 'Start' },
  { value: 'heartbeat', label: 'Heartbeat' },
  { value: 'end', label: 'End' },
] as const

const texts = {
  start:
    'After the login and the first verify. The token is made by the program: sess_, a random GUID without dashes, an ' +
    'underscore and the unix time in seconds. Without one the server makes it.',
  heartbeat: 'Every 30 seconds. A session without a heartbeat for 90 seconds is ended.',
  end: 'When the user logs out or the program ends. Ending twice is a success.',
} as const

/** From login to logout. */
export function SessionsChapter({ facts }: { readonly facts: DocsFacts }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('start')
  return (
    <Chapter id="sessions" intro="A session shows the dashboard who is online, and brings a ban to a running program.">
      <Points
        items={[
          'Log in, verify by user_id, start a session.',
          'Then two repeating jobs: a heartbeat every 30 seconds, a verification every 5 minutes.',
          'A successful verification sets the failure counter to 0. After 3 failures in a row the program ends the session and goes back to its login.',
          'A user who is paused, banned, expired or deleted meanwhile is refused at the next heartbeat or verify.',
        ]}
      />
      <Tabs label="Session calls" tabs={tabs} value={tab} onChange={setTab}>
        <Example example={apiExamples(facts)[tab]} facts={facts} text={texts[tab]} />
      </Tabs>
    </Chapter>
  )
}
