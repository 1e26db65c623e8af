import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { readShippedSample } from './src/server/lib/shipped-samples.ts'
import type { SampleLanguage } from './src/shared/render-sample.ts'

const clients = fileURLToPath(new URL('clients/', import.meta.url))

/**
 * `import { excerpt } from '…/clients/node/client.mjs?excerpt'` is what the landing page shows of a sample: what there is to
 * fill in, and of the one without a library its calls. It is cut out when the page is built, so that no whole program
 * is loaded with the page.
 */
export function sampleExcerpts(): Plugin {
  return {
    name: 'sample-excerpts',
    enforce: 'pre',
    load(id) {
      const [path = '', query] = id.split('?')
      if (query !== 'excerpt') return undefined
      const [language] = relative(clients, path).split(sep)
      const source = readShippedSample(language as SampleLanguage)
      this.addWatchFile(path)
      const lines = source.trimEnd().split('\n').length
      const code = regionOf(source, language === 'javascript' ? 'calls' : 'config')
      return { code: `export const excerpt = ${JSON.stringify({ lines, code })}`, moduleType: 'js' }
    },
  }
}

function regionOf(file: string, name: string): string {
  const lines = file.split('\n')
  const start = lines.findIndex((line) => line.includes(`#region ${name}`))
  const end = lines.findIndex((line, index) => index > start && line.includes('#endregion'))
  if (start < 0 || end < 0) throw new Error(`A sample has no region ${name}.`)
  const region = lines.slice(start + 1, end)
  const indent = Math.min(...region.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  return region.map((line) => line.slice(indent)).join('\n')
}
