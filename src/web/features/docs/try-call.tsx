import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'

interface TryCallProps {
  readonly path: string
  readonly apiKey: string
  /** The body to begin with. */
  readonly example: object
}

/** Sends a real request with the chosen application's key: it counts and is logged. */
export function TryCall({ path, apiKey, example }: TryCallProps) {
  const [body, setBody] = useState(() => JSON.stringify(example, null, 2))
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
      setAnswer({ status: 'none', text: "Can't reach the server. Check your connection and try again." })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Form onSubmit={() => void send()} className="flex min-w-0 flex-col gap-3">
      <Field label="Body" hint="Sends a real request for this application. It counts and is logged.">
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
        <Button variant="primary" type="submit" isBusy={isBusy} busyText="Sending…">
          Try it
        </Button>
      </div>
      <div role="status">
        {answer !== undefined && <CodeBlock label={`Response: ${answer.status}`} code={answer.text} />}
      </div>
    </Form>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
