import { useMemo } from 'react'
import type { SampleLanguage, SampleValues } from '../../../shared/render-sample.ts'
import * as texts from '../../texts/code-samples.ts'
import { Loading } from '../../ui/feedback/loading.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { codeLines, regionOf } from './code-lines.ts'
import { HighlightedCode } from './highlighted-code.tsx'
import { useSample } from './use-templates.ts'

export interface RegionViewProps {
  readonly language: SampleLanguage
  /** Name of a `#region`. */
  readonly region: string
  readonly values: SampleValues
}

/** A region of a shipped sample with the values filled in, so no snippet exists twice. */
export function RegionView({ language, region, values }: RegionViewProps) {
  const { data: sample } = useSample(language)
  const lines = useMemo(
    () => (sample === undefined ? [] : regionOf(codeLines(sample, language, values), region)),
    [sample, language, region, values],
  )
  if (sample === undefined) return <Loading />
  const text = lines.flatMap((line) => line.map((piece) => piece.text)).join('')
  return (
    <figure className="min-w-0 overflow-hidden rounded-inner border border-line bg-bg">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-3 text-meta text-fg-3">
        {sample.facts.file}
        <CopyButton
          text={text}
          what={sample.facts.file}
          done={{ title: texts.copied, description: texts.codeCopiedToClipboard }}
        />
      </figcaption>
      <section
        aria-label={texts.partOf(sample.facts.file)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="overflow-x-auto p-3 focus-visible:-outline-offset-2"
      >
        <HighlightedCode lines={lines} />
      </section>
    </figure>
  )
}
