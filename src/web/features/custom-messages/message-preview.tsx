import { type ReactNode, useState } from 'react'
import { messageNames } from '../../../shared/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { MessageBox } from './message-box.tsx'
import { messageLabels, type Texts } from './message-names.ts'

const looks = [
  { value: 'text', label: 'Text' },
  { value: 'winforms', label: 'WinForms' },
  { value: 'terminal', label: 'Terminal' },
] as const
type Look = (typeof looks)[number]['value']

/** What end-users read, all six at once, as the samples show it. */
export function MessagePreview({ texts }: { readonly texts: Texts }) {
  const [look, setLook] = useState<Look>('text')
  return (
    <Card
      title="Preview"
      description="The texts as they stand here, saved or not."
      actions={<Segmented label="Look of the preview" options={looks} value={look} onChange={setLook} />}
    >
      {look === 'text' && <AsText texts={texts} />}
      {look === 'winforms' && (
        <ul className="flex flex-col gap-3">
          {messageNames.map((name) => (
            <li key={name}>
              <MessageBox name={name} text={texts[name]} />
            </li>
          ))}
        </ul>
      )}
      {look === 'terminal' && <AsTerminal texts={texts} />}
    </Card>
  )
}

function AsText({ texts }: { readonly texts: Texts }) {
  return (
    <dl className="flex flex-col gap-4">
      {messageNames.map((name) => (
        <div key={name} className="min-w-0">
          <dt className="text-second text-fg-3">{messageLabels[name]}</dt>
          <dd className="whitespace-pre-line break-words">
            <bdi>{texts[name]}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const prompt = '> login sofia'

function AsTerminal({ texts }: { readonly texts: Texts }) {
  const lines: readonly ReactNode[] = messageNames.map((name) => (
    <p key={name} className="whitespace-pre-wrap break-words">
      <span className="block text-fg-3">{prompt}</span>
      <span className={name === 'loginSuccess' ? 'text-ok' : 'text-bad'}>
        {name === 'loginSuccess' ? '[+] ' : '[-] '}
      </span>
      <bdi>{texts[name]}</bdi>
    </p>
  ))
  return (
    <div className="flex flex-col gap-3 rounded-inner border border-line bg-bg p-3 font-mono text-second text-fg-2">
      {lines}
    </div>
  )
}
