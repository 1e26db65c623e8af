import { CircleAlert, Info, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type MessageName, messageNames } from '../../../shared/messages.ts'
import * as areaTexts from '../../texts/custom-messages.ts'
import { Card } from '../../ui/card.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { messageLabels, type Texts } from './message-names.ts'

const looks = [
  { value: 'text', label: areaTexts.text },
  { value: 'winforms', label: 'WinForms' },
  { value: 'terminal', label: areaTexts.terminal },
] as const
type Look = (typeof looks)[number]['value']

/** What users see: all six messages as the samples show them. */
export function MessagePreview({ texts }: { readonly texts: Texts }) {
  const [look, setLook] = useState<Look>('text')
  return (
    <Card
      title={areaTexts.preview}
      description={areaTexts.showsYourTextsIncluding}
      actions={<Segmented label={areaTexts.previewStyle} options={looks} value={look} onChange={setLook} />}
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

const prompt = areaTexts.loginSofia

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

/** The window title in the C# sample. */
const captions: Readonly<Record<MessageName, string>> = {
  loginSuccess: areaTexts.success,
  loginFailed: areaTexts.loginFailedText,
  accountDisabled: areaTexts.accountDisabled,
  accountExpired: areaTexts.accountExpired,
  versionMismatch: areaTexts.updateRequired,
  hwidMismatch: areaTexts.hardwareMismatch,
}

/** A message in a Windows message box; decoration only. */
function MessageBox({ name, text }: { readonly name: MessageName; readonly text: string }) {
  const Icon = name === 'loginSuccess' ? Info : CircleAlert
  return (
    <div className="overflow-clip rounded-control border border-control/60 bg-[#f0f0f0] text-[#1a1a1a] shadow-float">
      <p className="flex items-center justify-between bg-white py-1.5 pr-2 pl-3 text-meta">
        {captions[name]}
        <X size={14} strokeWidth={1.5} aria-hidden />
      </p>
      <div className="flex min-h-16 items-center gap-3 bg-white px-4 pt-2 pb-4 text-second">
        <Icon
          size={28}
          strokeWidth={1.75}
          className={name === 'loginSuccess' ? 'shrink-0 text-[#0b5cad]' : 'shrink-0 text-[#b3261e]'}
          aria-hidden
        />
        <p className="min-w-0 whitespace-pre-line break-words">
          <bdi>{text}</bdi>
        </p>
      </div>
      <div className="flex justify-end px-3 py-2" aria-hidden>
        <span className="min-w-20 border border-[#adadad] bg-[#e1e1e1] px-3 py-0.5 text-center text-meta">
          {areaTexts.ok}
        </span>
      </div>
    </div>
  )
}
