import * as texts from '../../texts/landing.ts'
import { LandingSection } from './landing-section.tsx'

const included = [
  texts.theSoftwareFreeUnder,
  texts.noLimitsOnApplications,
  texts.updatesPullAndRun,
  texts.twoSmallProcessorsServe,
] as const

const yours = [
  texts.aServerOrContainer,
  texts.aDomainNameAnd,
  texts.backupsCreateThemWith,
  texts.uptimeAndSupportFor,
] as const

export function PricingSection() {
  return (
    <LandingSection id="pricing" title={texts.freeYouHostIt} text={texts.oneEditionWithEvery}>
      <div className="grid gap-4 md:grid-cols-2">
        <Column title={texts.whatYouGet} items={included} mark="+" />
        <Column title={texts.whatYouProvide} items={yours} mark="·" />
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
