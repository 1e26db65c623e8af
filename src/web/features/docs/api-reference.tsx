import { type ReactNode, useState } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import type { DocsFacts } from './api-examples.ts'
import { type ApiExample, apiExamples, refusalText, requestText } from './api-examples.ts'
import { Chapter } from './chapter.tsx'
import { FieldTable } from './field-table.tsx'

const tabs = [
  { value: 'register', label: 'Register User' },
  { value: 'login', label: 'User Login' },
  { value: 'verify', label: 'Verify Session' },
] as const

/** Register, login and verify with their requests and responses. */
export function ApiReference({ facts }: { readonly facts: DocsFacts }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('register')
  const examples = apiExamples(facts)
  return (
    <Chapter
      id="api-reference"
      intro={
        <>
          Base URL <code className="text-fg">{facts.origin}/api/v1</code>. Every call is a POST with JSON and the
          application's key in the header <code className="text-fg">X-API-Key</code>. Branch on{' '}
          <code className="text-fg">code</code>: it never changes, while <code className="text-fg">message</code> is
          yours to change.
        </>
      }
    >
      <Tabs label="Calls" tabs={tabs} value={tab} onChange={setTab}>
        <Example example={examples[tab]} facts={facts} fields={fields[tab]} text={texts[tab]} />
      </Tabs>
    </Chapter>
  )
}

/** An endpoint: its purpose, fields, request and responses. */
export function Example(props: {
  readonly example: ApiExample
  readonly facts: DocsFacts
  readonly text: ReactNode
  readonly fields?: readonly (readonly [string, string, string])[]
}) {
  const { example, facts, text, fields: rows } = props
  return (
    <div className="flex min-w-0 flex-col gap-4 pt-4">
      <p className="max-w-3xl leading-6 text-fg-2">{text}</p>
      {rows !== undefined && <FieldTable rows={rows} />}
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        <CodeBlock label="Request" code={requestText(example, facts)} />
        <div className="flex min-w-0 flex-col gap-4">
          <CodeBlock label="Response 200" code={JSON.stringify(example.success, null, 2)} />
          <CodeBlock label={`Response ${example.refusal.status}`} code={refusalText(example)} />
        </div>
      </div>
    </div>
  )
}

const texts = {
  register:
    'Makes an account. Whether a license key is needed is the application’s choice: open, with a license, or closed. ' +
    'After it the user logs in.',
  login: 'Checks the account, the version, the blacklist and the hardware id in one go, and says who the user is.',
  verify:
    'Asks whether the user may go on: right after the login, and every 5 minutes after that. Send session_token along ' +
    'where the application is strict.',
} as const

const version = ['version', 'no', 'Older than the application’s: refused with version_mismatch.'] as const
const hwid = ['hwid', 'no', 'Up to 128 characters. Bound at the first login of a locked user.'] as const

const fields = {
  register: [
    ['username', 'yes', '1 to 64 characters, unique in the application without regard to case.'],
    ['password', 'yes', 'At least as long as the application asks for, 8 unless it was changed.'],
    ['email', 'no', 'A valid address.'],
    ['license_key', 'it depends', 'Needed where the application registers with a license key only.'],
    version,
    hwid,
  ],
  login: [['username', 'yes', 'As registered, in any spelling.'], ['password', 'yes', 'Never trimmed.'], version, hwid],
  verify: [
    ['user_id', 'yes', 'From the answer to the login.'],
    [
      'session_token',
      'it depends',
      'Must be a live session of this user when it comes along; strict applications need one that began right after a login on the same device.',
    ],
  ],
} as const
