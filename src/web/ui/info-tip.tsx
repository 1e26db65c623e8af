import { Info } from 'lucide-react'
import { Tooltip } from './tooltip.tsx'

/** A small "i" that says what a figure means, also on touch. `<InfoTip about="Live Sessions" text="Last beat within 90 s" />` */
export function InfoTip({ about, text }: { readonly about: string; readonly text: string }) {
  return (
    <Tooltip text={text} opensOnPress>
      <button
        type="button"
        aria-label={`About ${about}`}
        className="relative z-1 -my-1 inline-grid size-6 place-items-center rounded-control text-fg-3 hover:text-fg"
      >
        <Info size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}
