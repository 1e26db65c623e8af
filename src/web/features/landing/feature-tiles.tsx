import {
  Ban,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Radio,
  ScrollText,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react'
import { LandingSection } from './landing-section.tsx'

interface Feature {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

const features: readonly Feature[] = [
  {
    icon: Users,
    title: 'Users with rules',
    text: 'Pause, ban, expire or lock an account to one machine. The running program feels it within a second.',
  },
  {
    icon: KeyRound,
    title: 'License keys',
    text: 'Seats that are never sold twice, validity from creation or first use, up to a thousand keys at once.',
  },
  {
    icon: ShieldCheck,
    title: 'Signed answers',
    text: 'Each answer is bound to its request and signed with a key of your application, so a fake server is noticed.',
  },
  {
    icon: Radio,
    title: 'Live sessions',
    text: 'See who is running your program now, from where, since when, and end a session from the dashboard.',
  },
  {
    icon: Webhook,
    title: 'Webhooks that arrive',
    text: 'Stored with their cause, retried for three days, signed. Also straight to Discord, Slack or Telegram.',
  },
  {
    icon: Ban,
    title: 'Blacklist',
    text: 'Addresses and networks, names, machines and e-mail addresses, for one application or all of yours.',
  },
  {
    icon: ScrollText,
    title: 'Activity log',
    text: 'Every login and every refusal with its reason, filtered, live, exported. Why somebody was refused is one click.',
  },
  {
    icon: MessageSquareText,
    title: 'Your words',
    text: 'Six messages that your customers see are yours to write, per application or for all of them.',
  },
]

export function FeatureTiles() {
  return (
    <LandingSection
      id="features"
      title="Everything between your program and its users"
      text="What a maker of software needs to sell it and keep control of it, and nothing that needs a second service."
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="rounded-card border border-line bg-surface p-5">
            <Icon size={20} strokeWidth={1.75} className="text-accent" aria-hidden />
            <h3 className="mt-4 text-section font-semibold">{title}</h3>
            <p className="mt-1.5 text-fg-2">{text}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}
