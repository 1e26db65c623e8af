import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { insertSampleList } from '../../guide/inserts/samples.ts'
import { readmeOf, readPackages } from '../../scripts/client-packages/client-packages.mjs'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import manifest from '../manifest.json' with { type: 'json' }
import { type Proof, provenWith, takeProofs, unprovenOn } from '../sample-proof.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const samples = manifest.samples as readonly {
  id: string
  title: string
  proof: readonly Proof[]
  package?: { proof: readonly Proof[] }
}[]
const proofs = samples.flatMap((sample) => [sample.proof, ...(sample.package ? [sample.package.proof] : [])])
const commit = 'f'.repeat(40)

const said = (proof: readonly Proof[]) =>
  `Proven on ${provenWith(proof, manifest.version).join(', ')}. Unproven: ${unprovenOn(proof, manifest.version).join(', ')}.`

describe('what the pages say is proven', () => {
  test('has a row with version and commit, and what is not proven has neither', () => {
    for (const proof of proofs.flat()) {
      const named = [proof.version, proof.commit].map((one) => typeof one)
      expect(named, JSON.stringify(proof)).toEqual(Array(2).fill(proof.form === 'none' ? 'undefined' : 'string'))
    }
  })

  test('was proven at a commit of this history', () => {
    const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    // a packed source, and a clone of the last commits alone, have no history to look into
    if (git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false') return
    const commits = new Set(proofs.flat().flatMap(({ commit: at }) => at ?? []))
    for (const at of commits) expect(git('merge-base', '--is-ancestor', at, 'HEAD').status, at).toBe(0)
  })

  test('is what the rows of this version say, under each sample and in the README of each package', () => {
    const list = insertSampleList()
    for (const { title, proof } of samples) {
      const section = list.slice(list.indexOf(`## ${title} {#`))
      expect(section.slice(0, section.indexOf('```'))).toContain(said(proof))
    }
    const { packages, version } = readPackages()
    for (const one of packages) expect(readmeOf(one, version)).toContain(said(one.package.proof))
    expect([list, ...packages.map((one) => readmeOf(one, version))].join('').match(/[Pp]roven on/g)).toHaveLength(
      samples.length + packages.length,
    )
  })

  test('is not what was proven of another version', () => {
    const proof: Proof[] = [{ os: 'Linux', tool: 'g++', form: 'run', version: '0.0.1', commit }]
    expect(provenWith(proof, '0.0.1')).toEqual(['g++ on Linux'])
    expect([provenWith(proof, '0.0.2'), unprovenOn(proof, '0.0.2')]).toEqual([[], ['g++ on Linux']])
  })
})

describe('what a run on another system proves', () => {
  const before = {
    version: '1.0.0',
    samples: [{ id: 'cpp', proof: [{ os: 'Windows', tool: 'MSVC', form: 'none' } as Proof] }],
  }
  const proof = { os: 'Windows', tool: 'MSVC', form: 'run', version: '1.0.0', commit } as const

  test('takes the place of what was said of this system and tool', () => {
    expect(takeProofs(before, [{ language: 'cpp', ...proof }]).samples[0]?.proof).toEqual([proof])
    const other = takeProofs(before, [{ language: 'cpp', ...proof, os: 'macOS' }]).samples[0]?.proof
    expect(other?.map(({ os, form }) => `${os} ${form}`)).toEqual(['Windows none', 'macOS run'])
  })

  test('is refused where it is of another version, or of no sample', () => {
    expect(() => takeProofs(before, [{ language: 'cpp', ...proof, version: '1.0.1' }])).toThrow('of version 1.0.1')
    expect(() => takeProofs(before, [{ language: 'perl', ...proof }])).toThrow('of perl')
  })

  test('is found out by a program that builds the one file and logs a user in', {
    timeout: 120_000,
  }, async (context) => {
    const folder = await temporaryFolder()
    context.onTestFinished(() => folder.remove())
    const { dataDir } = folder.options
    execFileSync(process.execPath, ['clients/prove/prove-sample.ts', 'node', 'Node.js', dataDir], { cwd: root })
    const found = JSON.parse(await readFile(join(dataDir, 'proof-node-Linux.json'), 'utf8'))
    expect(found).toMatchObject({
      language: 'node',
      os: 'Linux',
      tool: 'Node.js',
      form: 'run',
      version: manifest.version,
    })
  })
})

describe('the workflow for other systems', () => {
  const text = readFileSync(join(root, '.github/workflows/clients.yml'), 'utf8')
  const workflow = parse(text) as {
    jobs: {
      prove: { strategy: { matrix: { include: readonly Entry[] } }; steps: readonly { run?: string; uses?: string }[] }
    }
  }
  const { matrix } = workflow.jobs.prove.strategy
  const commands = workflow.jobs.prove.steps.flatMap(({ run }) => run ?? [])

  test('proves each language that has a package on each system', () => {
    const languages = samples.flatMap(({ id, package: own }) => (own ? [id] : []))
    const wanted = ['windows-latest', 'macos-latest', 'ubuntu-latest'].flatMap((os) =>
      languages.map((id) => `${os} ${id}`),
    )
    expect(matrix.include.map(({ os, language }) => `${os} ${language}`).sort()).toEqual(wanted.sort())
  })

  test('runs commands that are there', () => {
    const files = commands.flatMap((line) => /^node (\S+)/.exec(line)?.[1] ?? [])
    expect(files).toEqual(['clients/prove/prove-sample.ts'])
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
    expect(commands.filter((line) => !/^(node \S+|npm ci$|brew install |sudo apt-get )/.test(line))).toEqual([])
    expect(commands.join('\n')).toMatch(/prove-sample.ts \$\{\{ matrix.language }} "\$\{\{ matrix.tool }}"$/)
  })

  test('takes Windows off the list of what is unproven for C++ with the tool that the manifest names', () => {
    const row = samples.find(({ id }) => id === 'cpp')?.proof.find(({ os }) => os === 'Windows')
    expect(matrix.include).toContainEqual({ os: 'windows-latest', language: 'cpp', tool: row?.tool })
  })
})

interface Entry {
  readonly os: string
  readonly language: string
  readonly tool: string
}
