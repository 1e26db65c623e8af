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
    title: 'Users under control',
    text: 'Pause, ban, expire or lock a user to one device. Running clients know within a second.',
  },
  {
    icon: KeyRound,
    title: 'License keys',
    text: "Seats that can't be oversold, validity from creation or first use, up to 1,000 keys at a time.",
  },
  {
    icon: ShieldCheck,
    title: 'Signed responses',
    text: "Every response is tied to its request and signed with your application's key, so clients detect a fake server.",
  },
  {
    icon: Radio,
    title: 'Live sessions',
    text: 'See who runs your software now, from where and since when. End a session from the dashboard.',
  },
  {
    icon: Webhook,
    title: 'Reliable webhooks',
    text: 'Saved with the change that caused them, retried for 3 days, signed. Works with Discord, Slack and Telegram.',
  },
  {
    icon: Ban,
    title: 'Blacklist',
    text: 'Block IP addresses, networks, usernames, devices and emails, in one application or all of yours.',
  },
  {
    icon: ScrollText,
    title: 'Activity log',
    text: 'Every login and rejection with its reason, live, filterable and exportable. See why a login failed in one click.',
  },
  {
    icon: MessageSquareText,
    title: 'Custom messages',
    text: 'Write the six messages your users see, per application or for all of them.',
  },
]

export function FeatureTiles() {
  return (
    <LandingSection
      id="features"
      title="Everything between your software and its users"
      text="Everything you need to sell software and stay in control of it, with no other service required."
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
