import type { SampleLanguage } from '../../../shared/render-sample.ts'

/** Data that doesn't come from the dashboard's own endpoints. */
export const fileKeys = {
  guideIndex: ['guide-index'],
  package: (language: SampleLanguage) => ['package', language],
  sample: (language: SampleLanguage) => ['sample', language],
} as const
