import { useState } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import type { DocsFacts } from './api-examples.ts'
import { type ApiExample, apiExamples, refusalText, requestText } from './api-examples.ts'
import { Chapter } from './chapter.tsx'
import { FieldTable } from './field-table.tsx'
import { TabPanels } from './tab-panels.tsx'
import { TryCall } from './try-call.tsx'

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
          Base URL <code className="text-fg">{facts.origin}/api/v1</code>. Every request is a POST with JSON and the
          application's key in the header <code className="text-fg">X-API-Key</code>. Branch on{' '}
          <code className="text-fg">code</code>, which never changes; you can customize{' '}
          <code className="text-fg">message</code>.{' '}
          <a className="text-accent underline underline-offset-4" href="/docs/api-client">
            All endpoints, in six languages
          </a>
        </>
      }
    >
      <Tabs label="Calls" tabs={tabs} value={tab} onChange={setTab}>
        <TabPanels
          tabs={tabs}
          value={tab}
          panelOf={(call) => (
            <Example example={examples[call]} facts={facts} fields={fields[call]} text={texts[call]} />
          )}
        />
      </Tabs>
    </Chapter>
  )
}

/** An endpoint: its purpose, fields, request and responses. */
function Example(props: {
  readonly example: ApiExample
  readonly facts: DocsFacts
  readonly text: string
  readonly fields: readonly (readonly [string, string, string])[]
}) {
  const { example, facts, text, fields: rows } = props
  return (
    <div className="flex min-w-0 flex-col gap-4 pt-4">
      <p className="max-w-3xl leading-6 text-fg-2">{text}</p>
      <FieldTable rows={rows} />
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        <CodeBlock label="Request" code={requestText(example, facts)} />
        <div className="flex min-w-0 flex-col gap-4">
          <CodeBlock label="Response 200" code={JSON.stringify(example.success, null, 2)} />
          <CodeBlock label={`Response ${example.refusal.status}`} code={refusalText(example)} />
        </div>
      </div>
      <details className="rounded-inner border border-line">
        <summary className="px-3 py-2 font-medium text-fg-2 hover:text-fg">Send this request</summary>
        <div className="border-t border-line p-3">
          <TryCall path={example.path} apiKey={facts.apiKey} example={example.body} />
        </div>
      </details>
    </div>
  )
}

const texts = {
  register: 'Creates a user. Whether a license key is needed is the application’s choice. Log in afterwards.',
  login: 'Checks the user, version, blacklist and hardware ID in one request, and returns the user.',
  verify: 'Checks that the user still has access. Call it after login and every 5 minutes.',
} as const

const version = ['version', 'no', 'A version older than the application’s is rejected with version_mismatch.'] as const
const hwid = ['hwid', 'no', 'Up to 128 characters. The first login of a locked user binds it.'] as const

const fields = {
  register: [
    ['username', 'yes', '1 to 64 characters, unique in the application whatever its case.'],
    ['password', 'yes', 'As long as the application requires, 8 characters by default.'],
    ['email', 'no', 'An email address.'],
    ['license_key', 'depends', 'Required where the application registers with license keys only.'],
    version,
    hwid,
  ],
  login: [
    ['username', 'yes', 'As registered, whatever its case.'],
    ['password', 'yes', 'Never trimmed.'],
    version,
    hwid,
  ],
  verify: [
    ['user_id', 'yes', 'From the response to the login.'],
    ['session_token', 'depends', 'Must be a live session of this user, if sent. Required where Strict verify is on.'],
  ],
} as const
