import { useMemo } from 'react'
import { renderSample, type SampleLanguage, type SampleValues } from '../../shared/render-sample.ts'
import { codeLines } from './code-lines.ts'
import { HighlightedCode } from './highlighted-code.tsx'
import type { UsedTemplate } from './use-templates.ts'

export interface SampleViewProps {
  readonly template: UsedTemplate
  readonly language: SampleLanguage
  readonly values: SampleValues
  readonly label: string
}

/** A whole sample with the values in it, numbered and scrolling inside itself. A changed one has no colors. */
export function SampleView({ template, language, values, label }: SampleViewProps) {
  const lines = useMemo(
    () =>
      template.isEdited
        ? renderSample(template.source, language, values)
            .split(/(?<=\n)/)
            .map((text) => [{ text, kind: 'plain' as const }])
        : codeLines(template.sample, language, values),
    [template, language, values],
  )
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      data-sample={language}
      className="max-h-[min(70dvh,640px)] overflow-auto bg-bg py-3 pr-4 focus-visible:-outline-offset-2"
    >
      <HighlightedCode lines={lines} isNumbered />
    </section>
  )
}
