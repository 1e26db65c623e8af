import { LandingSection } from './landing-section.tsx'

const included = [
  'The software, free under the MIT license',
  'No limits on applications, users, licenses or events',
  'Updates: pull and run npm start. The database is backed up before its schema changes.',
  'Two small processors serve thousands of running clients; measure yours with npm run bench',
] as const

const yours = [
  'A server or container with Node.js, and reliable storage',
  'A domain name, and TLS in front of the server',
  'Backups: create them with one command, and keep the master key apart',
  'Uptime, and support for your users',
] as const

export function PricingSection() {
  return (
    <LandingSection
      id="pricing"
      title="Free. You host it."
      text="One edition with every feature. You provide the server and maintain it."
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Column title="What you get" items={included} mark="+" />
        <Column title="What you provide" items={yours} mark="·" />
      </div>
    </LandingSection>
  )
}

interface ColumnProps {
  readonly title: string
  readonly items: readonly string[]
  readonly mark: string
}

function Column({ title, items, mark }: ColumnProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-6">
      <h3 className="text-section font-semibold">{title}</h3>
      <ul className="mt-4 flex flex-col gap-3">
        {items.map((item) => (
          <li key={item} className="flex gap-3 text-fg-2">
            <span aria-hidden className="w-3 shrink-0 text-center text-accent">
              {mark}
            </span>
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
