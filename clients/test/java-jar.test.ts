import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildPackages } from '../../scripts/client-packages/client-packages.mjs'
import { renderQuickstart } from '../../src/shared/render-sample.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { installations } from './install-package.ts'

const run = promisify(execFile)
const quickstart = fileURLToPath(new URL('../java/Quickstart.java', import.meta.url))
const missing = installations.java?.missing() ?? []
const lack = missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''
const java11 = 55

test.skipIf(lack !== '')(
  `the jar for build tools has each class of the sources, for Java 11, and runs without them${lack}`,
  async (context) => {
    const folder = await temporaryFolder()
    context.onTestFinished(() => folder.remove())
    const { dataDir } = folder.options
    const built = buildPackages().filter(({ language }) => language === 'java')
    const [sources, pom, jar] = ['-sources.jar', '.pom', '.jar'].map((end) =>
      built.find(({ name }) => name.endsWith(end) && (end !== '.jar' || !name.endsWith('-sources.jar'))),
    )
    if (!sources || !pom || !jar) throw new Error('a file of the package is missing')
    const classes = Object.entries(unzipSync(jar.bytes)).filter(([path]) => path.endsWith('.class'))
    const outer = classes.map(([path]) => path).filter((path) => !path.includes('$'))
    const written = Object.keys(unzipSync(sources.bytes)).filter((path) => path.endsWith('.java'))
    expect(outer.sort()).toEqual(written.map((path) => path.replace(/java$/, 'class')).sort())
    for (const [path, bytes] of classes) expect(Buffer.from(bytes).readUInt16BE(6), path).toBe(java11)
    expect(unzipSync(jar.bytes)['META-INF/maven/dev.keywright/keywright-client/pom.xml']).toEqual(
      new Uint8Array(pom.bytes),
    )

    await writeFile(join(dataDir, 'client.jar'), jar.bytes)
    // nobody is there
    const text = renderQuickstart(await readFile(quickstart, 'utf8'), 'java', { ORIGIN: 'http://127.0.0.1:1' })
    await writeFile(join(dataDir, 'Quickstart.java'), text)
    await run('javac', ['-cp', 'client.jar', '-implicit:none', 'Quickstart.java'], { cwd: dataDir })
    const running = run('java', ['-cp', 'client.jar:.', 'Quickstart', 'ada', 'secret'], { cwd: dataDir })
    running.child.stdin?.end()
    expect((await running).stdout).toMatch(/^Connection refused.*\n$/)
  },
  120_000,
)
