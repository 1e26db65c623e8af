import { LandingSection } from './landing-section.tsx'

const included = [
  'The software: 0, under the MIT license',
  'No limit per application, user, license or event in the code',
  'Updates: pull, npm start; the database is backed up before its schema changes',
  'Two small processors answer thousands of running programs; npm run bench measures yours',
] as const

const yours = [
  'A server with Node.js, or a container, and a disk that keeps what it was told',
  'TLS in front of it, and a domain name',
  'Backups: one command makes one, the master key is kept apart',
  'Being reachable, and answering the mail when it is not',
] as const

export function PricingSection() {
  return (
    <LandingSection
      id="pricing"
      title="Free. You host it."
      text="There is one edition, and it has everything. What it costs is a server and some care."
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Column title="What you get" items={included} mark="+" />
        <Column title="What you take on" items={yours} mark="·" />
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
