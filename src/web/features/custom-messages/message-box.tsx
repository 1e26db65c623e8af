import { CircleAlert, Info, X } from 'lucide-react'
import type { MessageName } from '../../../shared/messages.ts'

/** What the C# sample writes into the title of the window. */
const captions: Readonly<Record<MessageName, string>> = {
  loginSuccess: 'Success',
  loginFailed: 'Login failed',
  accountDisabled: 'Account Disabled',
  accountExpired: 'Account Expired',
  versionMismatch: 'Update Required',
  hwidMismatch: 'Hardware Mismatch',
}

/** A text in the message box of a Windows program. A picture: nothing in it can be pressed. */
export function MessageBox({ name, text }: { readonly name: MessageName; readonly text: string }) {
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
        <span className="min-w-20 border border-[#adadad] bg-[#e1e1e1] px-3 py-0.5 text-center text-meta">OK</span>
      </div>
    </div>
  )
}
