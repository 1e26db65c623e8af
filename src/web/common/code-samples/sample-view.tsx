import { Download } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { renderSample, type SampleLanguage, type SampleValues } from '../../../shared/render-sample.ts'
import * as texts from '../../texts/code-samples.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { loadFailureText } from '../../ui/lazy-component.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { codeLines } from './code-lines.ts'
import { HighlightedCode } from './highlighted-code.tsx'
import type { UsedTemplate } from './use-templates.ts'

export interface SampleViewProps {
  readonly template: UsedTemplate
  readonly language: SampleLanguage
  readonly values: SampleValues
  readonly label: string
}

/** A whole sample with the values filled in and numbered lines. A changed template has no colors. */
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

/** What the shipped sample was tested with, or who edited it. */
export function SampleNote({ template }: { readonly template: UsedTemplate }) {
  if (!template.isEdited) {
    return (
      <p className="text-second text-fg-3">
        {texts.compiledAndRunAgainst(template.sample.facts.file, template.sample.facts.tried.with.join(', '))}{' '}
        {texts.notRunOn(template.sample.facts.tried.notOn.join(', '))}
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-second text-fg-3">
      <Badge tone="warn">{texts.editedNotTested}</Badge>
      <span>
        {texts.changedBy} <bdi>{template.editedBy}</bdi> <Time value={template.editedAt} />
      </span>
    </p>
  )
}

/** What a sample is, and what can be done with it, above its code. */
export function SampleBar({ template, children }: { readonly template: UsedTemplate; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <SampleNote template={template} />
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}

interface SampleActionsProps {
  readonly code: string
  readonly file: string
}

/** Copy and Download. */
export function SampleActions({ code, file }: SampleActionsProps) {
  const download = async () => {
    const zip = await import('./zip-sample.ts').catch(() => undefined)
    if (zip === undefined) toast(loadFailureText)
    else zip.saveZip(file, code)
  }
  return (
    <>
      <CopyButton text={code} what="code" done={{ title: texts.copied, description: texts.codeCopiedToClipboard }}>
        {texts.copyCode}
      </CopyButton>
      <Button
        size="sm"
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        aria-label={texts.downloadZip}
        onClick={() => void download()}
      >
        {texts.zip}
      </Button>
    </>
  )
}
