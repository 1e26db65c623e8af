import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { UnfoldArrow } from '../../ui/unfold-arrow.tsx'
import { apiExamples } from './api-examples.ts'
import { FieldTable } from './field-table.tsx'
import { bodyOf, type Call, shapeOf } from './open-api.ts'

export interface CallEntryProps {
  readonly call: Call
  readonly apiKey: string
}

/** One endpoint; details on demand. */
export function CallEntry({ call, apiKey }: CallEntryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, method, path, operation } = call
  return (
    <details
      id={id}
      data-entry={`${method} ${path}`}
      className="group scroll-mt-20 rounded-inner border border-line bg-raised"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 gap-y-0.5 rounded-inner px-3 py-1.5 [&::-webkit-details-marker]:hidden">
        <UnfoldArrow />
        <code className="w-12 shrink-0 text-meta font-semibold text-accent">{method}</code>
        <code className="min-w-0 break-all text-second">{path}</code>
        <span className="min-w-0 text-second text-fg-2 max-md:basis-full max-md:pl-7 md:ml-auto md:text-right">
          {operation.summary}
        </span>
      </summary>
      {isOpen && <CallDetails call={call} apiKey={apiKey} />}
    </details>
  )
}

function CallDetails({ call, apiKey }: CallEntryProps) {
  const { operation, isPublic } = call
  const body = bodyOf(operation.requestBody)
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, description, schema }) =>
      [name, required ? 'yes' : 'no', `In the ${place}: ${description ?? shapeOf(schema)}`] as const,
  )
  const schemes = [...new Set((operation.security ?? []).flatMap((scheme) => Object.keys(scheme)))]
  const action = operation['x-token-action']
  return (
    <div className="flex min-w-0 flex-col gap-4 border-t border-line p-3">
      <p className="text-second text-fg-2">
        Needs: {schemes.length === 0 ? 'nothing' : schemes.join(' or ')}
        {action !== undefined && (
          <>
            {' '}
            (token with <code>{action}</code>)
          </>
        )}
      </p>
      {parameters.length > 0 && <FieldTable rows={parameters} />}
      {body !== undefined && <CodeBlock label="Body" code={shapeOf(body)} />}
      {Object.entries(operation.responses).map(([status, content]) => (
        <CodeBlock key={status} label={`Answer ${status}`} code={shapeOf(bodyOf(content))} />
      ))}
      {isPublic && <TryCall path={call.path} apiKey={apiKey} />}
    </div>
  )
}

/** Sends a real request with the chosen application's key: it counts and is logged. */
function TryCall({ path, apiKey }: { readonly path: string; readonly apiKey: string }) {
  const [body, setBody] = useState(() => exampleBody(path))
  const [answer, setAnswer] = useState<{ readonly status: string; readonly text: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const response = await fetch(path, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        body,
      })
      setAnswer({ status: String(response.status), text: pretty(await response.text()) })
    } catch {
      setAnswer({ status: 'none', text: 'The server cannot be reached.' })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Form onSubmit={() => void send()} className="flex min-w-0 flex-col gap-3">
      <Field label="Body" hint="A real call of the chosen application: it counts and is logged.">
        <TextArea
          name="body"
          rows={6}
          spellCheck={false}
          className="font-mono text-second"
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      <div>
        <Button variant="primary" type="submit" isBusy={isBusy} busyText="Sending...">
          Try it
        </Button>
      </div>
      <div role="status">
        {answer !== undefined && <CodeBlock label={`The server's answer: ${answer.status}`} code={answer.text} />}
      </div>
    </Form>
  )
}

function exampleBody(path: string): string {
  const examples = Object.values(apiExamples({ version: '1.0.0' }))
  const example = examples.find((one) => one.path.split('/').at(-1) === path.split('/').at(-1))
  return JSON.stringify(example?.body ?? {}, null, 2)
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
