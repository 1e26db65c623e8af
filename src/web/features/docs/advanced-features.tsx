import { useState } from 'react'
import { eventNames } from '../../../shared/events.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import type { DocsFacts } from './api-examples.ts'
import { apiExamples } from './api-examples.ts'
import { Chapter, Points, Prose } from './chapter.tsx'
import { TabPanels } from './tab-panels.tsx'

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
        <TabPanels
          tabs={tabs}
          value={tab}
          panelOf={(feature) => (
            <div className="flex min-w-0 flex-col gap-4 pt-4">
              <Panel feature={feature} facts={facts} />
              <MoreAbout feature={feature} />
            </div>
          )}
        />
      </Tabs>
    </Chapter>
  )
}

const pageOf: Readonly<Record<Feature, readonly [slug: string, title: string]>> = {
  hwid: ['hwid', 'Hardware lock'],
  version: ['versions', 'Versions'],
  blacklist: ['blacklist', 'Blacklist'],
  logs: ['webhooks', 'Webhooks'],
}

function MoreAbout({ feature }: { readonly feature: Feature }) {
  const [slug, title] = pageOf[feature]
  return (
    <p>
      <a href={`/docs/${slug}`} className="text-accent underline underline-offset-4">
        Read more: {title}
      </a>
    </p>
  )
}

function Panel({ feature, facts }: { readonly feature: Feature; readonly facts: DocsFacts }) {
  const json = (value: object) => JSON.stringify(value, null, 2)
  const { login } = apiExamples(facts)
  if (feature === 'hwid') {
    return (
      <>
        <Prose>Locks each user to one device.</Prose>
        <Points
          items={[
            'HWID Lock turns the check on. The first login with a hardware ID binds it.',
            'A login from another device, or without a hardware ID, is rejected with hwid_mismatch.',
            'Reset HWID frees the user for a new device and ends their sessions.',
            'The samples send a hash of the device’s ID, never the ID itself.',
          ]}
        />
        <CodeBlock label="Login with a hardware ID" code={json(login.body)} />
      </>
    )
  }
  if (feature === 'version') {
    return (
      <>
        <Prose>
          The application requires version {facts.version}. Older clients are rejected, with the download URL if you set
          one.
        </Prose>
        <Points
          items={[
            'Versions are compared number by number: 1.0 equals 1.0.0, and 1.10 is newer than 1.9.',
            'Clients without a version are accepted unless Version is mandatory is on.',
            'The samples show “Update Required” and end.',
          ]}
        />
        <CodeBlock label="Login with a version" code={json({ ...login.body, version: '1.2.0' })} />
      </>
    )
  }
  if (feature === 'blacklist') {
    return (
      <>
        <Prose>Entries block users before the password is checked.</Prose>
        <Points
          items={[
            'By IP address or network (10.0.0.0/8), username, email address or hardware ID.',
            'For one application, or for all of yours.',
            'Checked at login, registration, verification, session start and heartbeat; the response is access_blocked.',
            'Values are normalized first, so changing case or spelling doesn’t bypass an entry.',
          ]}
        />
      </>
    )
  }
  return (
    <>
      <Prose>Every login and rejection is logged, and can be sent to a webhook. The events:</Prose>
      <ul className="flex flex-wrap gap-2">
        {eventNames.map((name) => (
          <li key={name} className="rounded-full border border-line bg-raised px-2.5 py-0.5 text-second text-fg-2">
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <Prose>
        Heartbeats and verifications are counted, not logged. Changes made in the dashboard are in the audit log.
      </Prose>
    </>
  )
}
