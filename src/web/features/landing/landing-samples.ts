import cpp from '../../../../clients/cpp/client.cpp?raw'
import csharp from '../../../../clients/csharp/LoginSample.cs?raw'
import javascript from '../../../../clients/javascript/quickstart.mjs?raw'
import node from '../../../../clients/node/client.mjs?raw'
import php from '../../../../clients/php/client.php?raw'
import python from '../../../../clients/python/login_sample.py?raw'

export interface LandingSample {
  readonly id: string
  readonly title: string
  /** Shown beside the language: how much of the file this is. */
  readonly note: string
  readonly code: string
}

/** Parts of the very files that the tests compile and run. */
export const landingSamples: readonly LandingSample[] = [
  sample('javascript', 'JavaScript', javascript, 'calls'),
  sample('csharp', 'C#', csharp, 'config'),
  sample('python', 'Python', python, 'config'),
  sample('node', 'Node.js', node, 'config'),
  sample('php', 'PHP', php, 'config'),
  sample('cpp', 'C++', cpp, 'config'),
]

function sample(id: string, title: string, file: string, region: 'calls' | 'config'): LandingSample {
  const lines = file.trimEnd().split('\n').length
  const note =
    region === 'calls'
      ? `the calls of a ${lines}-line program`
      : `all there is to fill in of a ${lines}-line program; the dashboard fills it in for you`
  return { id, title, note, code: regionOf(file, region) }
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
