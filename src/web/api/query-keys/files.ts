import type { SampleLanguage } from '../../../shared/render-sample.ts'

/** What is no answer of the dashboard's own calls. */
export const fileKeys = {
  openApi: ['openapi'],
  sample: (language: SampleLanguage) => ['sample', language],
} as const
