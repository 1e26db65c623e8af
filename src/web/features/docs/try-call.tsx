import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { apiExamples } from './api-examples.ts'

/** A real call with the chosen application's key: it counts and is logged like any other. */
export function TryCall({ path, apiKey }: { readonly path: string; readonly apiKey: string }) {
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
