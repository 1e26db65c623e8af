import { LoaderCircle } from 'lucide-react'

/** The turning ring alone, for places that say in words what is going on. `<Spinner size={20} />` */
export function Spinner({ size = 16 }: { readonly size?: number }) {
  return <LoaderCircle size={size} strokeWidth={2} className="animate-turn" aria-hidden />
}
