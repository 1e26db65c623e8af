import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { composeSample, readLibrary } from '../../shared/compose-sample.ts'
import { type SampleLanguage, sampleLanguages } from '../../shared/render-sample.ts'

/** The sample as shipped with this version. */
export interface ShippedSample {
  readonly language: SampleLanguage
  readonly title: string
  /** Name of the sample's file. */
  readonly file: string
  /** One file, complete in itself: what the page shows, the download holds and the tests run. */
  readonly source: string
}

interface Manifest {
  readonly samples: readonly {
    readonly id: string
    readonly title: string
    readonly file: string
    readonly library?: string
    readonly parts?: readonly string[]
  }[]
}

const clients = new URL('../../../clients/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, clients), 'utf8')

/** Reads the samples of all languages, in the manifest's order. */
export function readShippedSamples(): readonly ShippedSample[] {
  const { samples } = JSON.parse(read('manifest.json')) as Manifest
  return samples.map(({ id, title, file, library, parts = [] }) => {
    const language = sampleLanguages.find((one) => one === id)
    if (language === undefined) throw new Error(`clients/manifest.json names the unknown language ${id}`)
    const source =
      library === undefined
        ? read(file)
        : composeSample(language, readLibrary({ id, library, parts }, read), read(file))
    return { language, title, file: basename(file), source }
  })
}

/** The one file of a language. */
export function readShippedSample(language: SampleLanguage): string {
  const sample = readShippedSamples().find((one) => one.language === language)
  if (sample === undefined) throw new Error(`clients/manifest.json does not name ${language}`)
  return sample.source
}
