import type { Features } from '../../../shared/contract/features.ts'
import * as texts from '../../texts/features.ts'
import { featureText } from './feature-rows.ts'

/** Features to be read. */
export function FeatureList({ features }: { readonly features: Features }) {
  const entries = Object.entries(features)
  if (entries.length === 0) return <p className="text-second text-fg-3">{texts.none}</p>
  return (
    <ul className="divide-y divide-line rounded-inner border border-line">
      {entries.map(([name, value]) => (
        <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2 text-second">
          <code className="text-meta wrap-anywhere">{name}</code>
          <bdi className="min-w-0 wrap-anywhere text-fg-2">{featureText(value)}</bdi>
        </li>
      ))}
    </ul>
  )
}
