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
import * as texts from '../../texts/landing.ts'
import { LandingSection } from './landing-section.tsx'

interface Feature {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

const features: readonly Feature[] = [
  {
    icon: Users,
    title: texts.usersUnderControl,
    text: texts.pauseBanExpireOr,
  },
  {
    icon: KeyRound,
    title: texts.licenseKeys,
    text: texts.seatsThatCantBe,
  },
  {
    icon: ShieldCheck,
    title: texts.signedResponses,
    text: texts.everyResponseIsTied,
  },
  {
    icon: Radio,
    title: texts.liveSessions,
    text: texts.seeWhoRunsYour,
  },
  {
    icon: Webhook,
    title: texts.reliableWebhooks,
    text: texts.savedWithTheChange,
  },
  {
    icon: Ban,
    title: texts.blacklist,
    text: texts.blockIpAddressesNetworks,
  },
  {
    icon: ScrollText,
    title: texts.activityLog,
    text: texts.everyLoginAndRejection,
  },
  {
    icon: MessageSquareText,
    title: texts.customMessages,
    text: texts.writeTheSixMessages,
  },
]

export function FeatureTiles() {
  return (
    <LandingSection id="features" title={texts.everythingBetweenYourSoftware} text={texts.everythingYouNeedTo}>
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
