import { LoaderCircle } from 'lucide-react'

/** The spinner alone, where text says what is loading. `<Spinner size={20} />` */
export function Spinner({ size = 16 }: { readonly size?: number }) {
  return <LoaderCircle size={size} strokeWidth={2} className="animate-turn" aria-hidden />
}
