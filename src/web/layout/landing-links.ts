import * as texts from '../texts/layout.ts'
/** The signed-out navigation: sections of the landing page. */
export const landingLinks = [
  { label: texts.features, href: '/#features' },
  { label: texts.documentation, href: '/#documentation' },
  { label: texts.dashboard, href: '/#dashboard' },
  { label: texts.pricing, href: '/#pricing' },
] as const
