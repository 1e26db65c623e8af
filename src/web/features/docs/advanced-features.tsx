import { useState } from 'react'
import { eventNames } from '../../../shared/events.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import type { DocsFacts } from './api-examples.ts'
import { apiExamples } from './api-examples.ts'
import { Chapter, Points, Prose } from './chapter.tsx'

const tabs = [
  { value: 'hwid', label: 'HWID Locking' },
  { value: 'version', label: 'Version Control' },
  { value: 'blacklist', label: 'Blacklist System' },
  { value: 'logs', label: 'Activity Logs' },
] as const

type Feature = (typeof tabs)[number]['value']

/** Features beyond name and password. */
export function AdvancedFeatures({ facts }: { readonly facts: DocsFacts }) {
  const [tab, setTab] = useState<Feature>('hwid')
  return (
    <Chapter id="advanced-features">
      <Tabs label="Features" tabs={tabs} value={tab} onChange={setTab}>
        <div className="flex min-w-0 flex-col gap-4 pt-4">
          <Panel feature={tab} facts={facts} />
        </div>
      </Tabs>
    </Chapter>
  )
}

function Panel({ feature, facts }: { readonly feature: Feature; readonly facts: DocsFacts }) {
  const json = (value: object) => JSON.stringify(value, null, 2)
  const { login } = apiExamples(facts)
  if (feature === 'hwid') {
    return (
      <>
        <Prose>A user who is locked to a hardware id can sign in on one machine only.</Prose>
        <Points
          items={[
            'The application’s HWID Lock turns the check on. The first successful login that sends a hwid binds it.',
            'Another machine, or a login without one, is refused with hwid_mismatch. So is a session start or a verify that names a machine which no login has bound.',
            'Reset HWID in the dashboard frees the user for a new machine and ends the running sessions.',
            'The samples hash identifiers of the machine to 32 characters; the hardware itself is never sent.',
          ]}
        />
        <CodeBlock label="Login with a hardware id" code={json(login.body)} />
      </>
    )
  }
  if (feature === 'version') {
    return (
      <>
        <Prose>
          The application requires version {facts.version}. A program that says it is older is refused, with the address
          of the current one where you set a download URL.
        </Prose>
        <Points
          items={[
            'Versions are compared part by part as numbers: 1.0 equals 1.0.0, and 1.10 is newer than 1.9.',
            'Equal or newer is allowed. Without a version nothing is checked, unless the application makes it mandatory.',
            'The samples show “Update Required” and end.',
          ]}
        />
        <CodeBlock label="A program that says its version" code={json({ ...login.body, version: '1.2.0' })} />
      </>
    )
  }
  if (feature === 'blacklist') {
    return (
      <>
        <Prose>Entries refuse whom you don’t want, before the password is even looked at.</Prose>
        <Points
          items={[
            'By IP address or network (10.0.0.0/8), username, e-mail address or hardware id.',
            'For one application, or for all of your account.',
            'Checked at login, register, verify and the start of a session; the answer is access_blocked.',
            'Values are compared after the same normalization as what they block: case and spelling make no way around.',
          ]}
        />
      </>
    )
  }
  return (
    <>
      <Prose>Everything that happens to your users is logged, and can be sent to a webhook. The events:</Prose>
      <ul className="flex flex-wrap gap-2">
        {eventNames.map((name) => (
          <li key={name} className="rounded-full border border-line bg-raised px-2.5 py-0.5 text-second text-fg-2">
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <Prose>
        Heartbeats and verifications are counted, never logged one by one. Changes made in the dashboard stand in the
        audit log.
      </Prose>
    </>
  )
}
