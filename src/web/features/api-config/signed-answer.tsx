import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { TriedAnswer } from './try-login.ts'
import type { Verdict } from './verify-answer.ts'

const verdicts: Readonly<Record<Verdict, { readonly tone: string; readonly text: string }>> = {
  right: { tone: 'text-ok', text: 'This browser verified the signature with a key shown on this page.' },
  wrong: {
    tone: 'text-bad',
    text: 'The signature is not right: another key, or something changed the answer on its way.',
  },
  unsigned: {
    tone: 'text-warn',
    text: 'The answer is not signed. A program that pins a key takes it for a connection error.',
  },
  unavailable: { tone: 'text-fg-2', text: 'Signed. Browsers verify over https or on localhost only.' },
}

/** An answer with its headers, and whether its signature holds. */
export function SignedAnswer({ answer }: { readonly answer: TriedAnswer }) {
  const { tone, text } = verdicts[answer.verdict]
  const Icon = answer.verdict === 'right' ? ShieldCheck : ShieldAlert
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className={classNames('flex items-start gap-2 text-second', tone)}>
        <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
        {text}
      </p>
      <CodeBlock label="Answer" code={`${headText(answer)}\n\n${readable(answer.body)}`} />
    </div>
  )
}

const headText = ({ status, headers }: TriedAnswer) =>
  [`HTTP ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
