import { ShieldCheck } from 'lucide-react'
import { Chapter } from './chapter.tsx'

const practices = [
  [
    'Keep your API key secret',
    'Never put it into a web page or a public repository. It can be extracted from your software too: require license keys to register, turn on HWID Lock, and rotate the key if it leaks.',
  ],
  ['Set user expiry', 'Set an expiry on users and licenses, so access that isn’t renewed ends.'],
  [
    'Verify sessions regularly',
    'Verify after the login and every 5 minutes, with a heartbeat every 30 seconds: then a ban reaches a running client.',
  ],
  [
    'Handle errors',
    'Read the body of every status, branch on code, honor Retry-After, and log nobody out because the network failed.',
  ],
  [
    'Use HTTPS',
    'Put the server behind TLS and set PUBLIC_URL. Pin the public key as well: signed responses expose a fake server.',
  ],
  [
    'Review the logs',
    'Activity shows failed logins, blocked IP addresses and other devices. Webhooks notify you as it happens.',
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
