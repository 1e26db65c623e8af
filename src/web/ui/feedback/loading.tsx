import * as texts from '../../texts/ui.ts'
import { Spinner } from './spinner.tsx'

/** A loading text; appears after 150 ms. `<Loading text="Loading application..." />` */
export function Loading({ text = texts.loading }: { readonly text?: string }) {
  return (
    <div role="status" className="flex animate-late items-center justify-center gap-2.5 p-8 text-fg-2">
      <Spinner />
      {text}
    </div>
  )
}
