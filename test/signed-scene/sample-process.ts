import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderSample, type SampleValues } from '../../src/shared/render-sample.ts'

/** The Node.js sample, rendered and running as a user would run it. */
export interface SampleProcess {
  type(...lines: string[]): void
  /** Resolves when this comes after what was awaited before; rejects when the program ends first. */
  shows(text: string): Promise<void>
  stop(): Promise<void>
}

export async function startSample(values: SampleValues): Promise<SampleProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'keywright-signed-'))
  const source = await readFile(new URL('../../clients/node/client.mjs', import.meta.url), 'utf8')
  const path = join(folder, 'client.mjs')
  await writeFile(path, renderSample(source, 'node', values))
  const child = spawn(process.execPath, [path], { cwd: folder })
  let output = ''
  let readTo = 0
  let look = () => {}
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => {}) // typing to a program that has just ended is no fault of the test
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      look()
    })
  }
  return {
    type: (...lines) => void child.stdin.write(lines.map((line) => `${line}\n`).join('')),
    shows: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const at = output.indexOf(text, readTo)
          if (at < 0) return
          readTo = at + text.length
          look = () => {}
          resolve()
        }
        look()
        void gone.then(() => reject(new Error(`The sample ended without showing "${text}":\n${output}`)))
      }),
    stop: async () => {
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
