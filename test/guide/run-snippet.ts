import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SampleLanguageName } from '../../guide/request-samples.ts'

const run = promisify(execFile)

interface Runner {
  readonly file: string
  /** The program that must be there, with arguments that make it tell so. */
  readonly needs: readonly [string, ...string[]]
  readonly build?: (folder: string) => readonly [string, ...string[]]
  readonly start: (folder: string) => readonly [string, ...string[]]
}

/** curl reads this file: it prints the status behind the body, and nothing else. */
const curlConfig = 'silent\nwrite-out = "\\n%{http_code}"\n'
const references = '-r:System.Net.Http'

const runners: Readonly<Record<SampleLanguageName, Runner>> = {
  curl: { file: 'snippet.sh', needs: ['curl', '--version'], start: (at) => ['bash', join(at, 'snippet.sh')] },
  JavaScript: {
    file: 'snippet.mjs',
    needs: [process.execPath, '--version'],
    start: (at) => [process.execPath, join(at, 'snippet.mjs')],
  },
  Python: {
    file: 'snippet.py',
    needs: ['python3', '--version'],
    start: (at) => ['python3', join(at, 'snippet.py')],
  },
  PHP: { file: 'snippet.php', needs: ['php', '--version'], start: (at) => ['php', join(at, 'snippet.php')] },
  'C#': {
    file: 'snippet.cs',
    needs: ['mcs', '--version'],
    build: (at) => ['mcs', references, `-out:${join(at, 'snippet.exe')}`, join(at, 'snippet.cs')],
    start: (at) => ['mono', join(at, 'snippet.exe')],
  },
  'C++': {
    file: 'snippet.cpp',
    needs: ['pkg-config', '--exists', 'libcurl'],
    build: (at) => ['g++', '-std=c++17', '-o', join(at, 'snippet'), join(at, 'snippet.cpp'), '-lcurl'],
    start: (at) => [join(at, 'snippet')],
  },
}

/** Whether this computer has what a language needs. */
export const hasLanguage = (name: SampleLanguageName): Promise<boolean> => {
  const [program, ...args] = runners[name].needs
  return run(program, args).then(
    () => true,
    () => false,
  )
}

/** Runs a snippet as it stands, in a folder of its own, and gives what it prints. */
export async function runSnippet(name: SampleLanguageName, code: string): Promise<string> {
  const { file, build, start } = runners[name]
  const folder = await mkdtemp(join(tmpdir(), 'keywright-guide-'))
  try {
    await writeFile(join(folder, file), code)
    await writeFile(join(folder, '.curlrc'), curlConfig)
    const options = { cwd: folder, env: { ...process.env, CURL_HOME: folder }, timeout: 60_000 }
    if (build) await spawn(build(folder), options)
    return (await spawn(start(folder), options)).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const spawn = ([program, ...args]: readonly [string, ...string[]], options: object) => run(program, args, options)
