import { useState } from 'react'
import * as texts from '../../texts/webhooks.ts'
import { Select } from '../../ui/form/select.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { type VerificationLanguage, verificationCode } from './verification-code.ts'

const languages: readonly { readonly value: VerificationLanguage; readonly label: string }[] = [
  { value: 'csharp', label: 'C#' },
  { value: 'python', label: texts.python },
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
        <p className="min-w-0 grow basis-60 text-second text-fg-2">{texts.deliveriesAreSignedAs}</p>
        <Select
          aria-label={texts.language}
          className="w-36"
          options={languages}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <CodeBlock label={texts.verifyADeliveryIn(label)} code={verificationCode[language]} />
    </div>
  )
}
