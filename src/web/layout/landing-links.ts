/** The signed-out navigation: sections of the landing page. */
export const landingLinks = [
  { label: 'Features', href: '/#features' },
  { label: 'Documentation', href: '/#documentation' },
  { label: 'Dashboard', href: '/#dashboard' },
  { label: 'Pricing', href: '/#pricing' },
] as const
