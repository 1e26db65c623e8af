import * as texts from '../texts/ui.ts'
/** The logo. `<BrandMark size={28} />` */
export function BrandMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" className="shrink-0" aria-hidden>
      <rect width="32" height="32" rx="8" className="fill-accent-solid" />
      <path
        className="fill-white"
        d="M16 6.5a5.75 5.75 0 0 0-2.9 10.72l-1.62 6.6a1.35 1.35 0 0 0 1.31 1.68h6.42a1.35 1.35 0 0 0 1.31-1.68l-1.62-6.6A5.75 5.75 0 0 0 16 6.5Z"
      />
    </svg>
  )
}

/** Logo and name. `<Brand />` */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark />
      <span className="text-section font-semibold tracking-tight">{texts.keywright}</span>
    </span>
  )
}
