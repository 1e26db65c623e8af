import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type SampleLanguage, sampleLanguages } from '../../../shared/render-sample.ts'

/** A sample as it was delivered with this version. */
export interface ShippedTemplate {
  readonly language: SampleLanguage
  readonly title: string
  /** Its file name. */
  readonly file: string
  readonly source: string
}

interface Manifest {
  readonly samples: readonly { readonly id: string; readonly title: string; readonly file: string }[]
}

const clients = new URL('../../../../clients/', import.meta.url)

/** Reads the samples of all languages, in the manifest's order. */
export function readShippedTemplates(): readonly ShippedTemplate[] {
  const { samples } = JSON.parse(readFileSync(new URL('manifest.json', clients), 'utf8')) as Manifest
  return samples.map(({ id, title, file }) => {
    const language = sampleLanguages.find((one) => one === id)
    if (language === undefined) throw new Error(`clients/manifest.json names the unknown language ${id}`)
    return { language, title, file: basename(file), source: readFileSync(new URL(file, clients), 'utf8') }
  })
}
