import { ShieldCheck } from 'lucide-react'
import { Chapter } from './chapter.tsx'

const practices = [
  [
    'Keep your API key secret',
    'Never expose it in client-side code of a web page, and never commit it. A key inside a program can be read out of it: ask for a license key to register, lock users to their hardware, and rotate the key when it leaked.',
  ],
  ['Set user expiry', 'Give accounts and licenses an end. What nobody renews ends by itself.'],
  [
    'Verify sessions regularly',
    'Verify after the login and every 5 minutes, with a heartbeat every 30 seconds: a ban then reaches a running program.',
  ],
  [
    'Handle errors',
    'Read the body of every status, branch on code, honor Retry-After, and log nobody out because the network was away.',
  ],
  [
    'Use HTTPS',
    'Put the server behind TLS and set PUBLIC_URL. Pin the public key as well: signed answers stop servers that pretend to be yours.',
  ],
  [
    'Review the logs',
    'Activity shows failed logins, blocked addresses and mismatching hardware. Webhooks tell you at once.',
  ],
] as const

export function BestPractices() {
  return (
    <Chapter id="security">
      <ul className="grid min-w-0 gap-4 md:grid-cols-2">
        {practices.map(([title, text]) => (
          <li key={title} className="flex min-w-0 gap-3">
            <ShieldCheck size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ok" aria-hidden />
            <div className="min-w-0">
              <h3 className="font-medium">{title}</h3>
              <p className="mt-0.5 text-fg-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Chapter>
  )
}
