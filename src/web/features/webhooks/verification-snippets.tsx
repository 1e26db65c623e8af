import { useState } from 'react'
import { Select } from '../../ui/form/select.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { type VerificationLanguage, verificationCode } from './verification-code.ts'

const languages: readonly { readonly value: VerificationLanguage; readonly label: string }[] = [
  { value: 'csharp', label: 'C#' },
  { value: 'python', label: 'Python' },
  { value: 'node', label: 'Node.js' },
  { value: 'php', label: 'PHP' },
  { value: 'cpp', label: 'C++' },
]

/** Code that verifies a delivery, in five languages. */
export function VerificationSnippets() {
  const [language, setLanguage] = useState<VerificationLanguage>('node')
  const label = languages.find(({ value }) => value === language)?.label ?? ''
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-60 text-second text-fg-2">
          Deliveries are signed as in Standard Webhooks: HMAC-SHA256 of ID, timestamp and body. Reject deliveries older
          than 5 minutes.
        </p>
        <Select aria-label="Language" className="w-36" options={languages} value={language} onChange={setLanguage} />
      </div>
      <CodeBlock label={`Verify a delivery in ${label}`} code={verificationCode[language]} />
    </div>
  )
}
