import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import manifest from '../manifest.json' with { type: 'json' }
import { builtAt, cargo, missingForRust } from './rust-toolchain.ts'

const run = promisify(execFile)
const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const finds = (tool: string) => runs('sh', '-c', `command -v ${tool}`)

/** How a package is installed into an empty project, and its quickstart built there. */
export interface Installation {
  /** What is missing on this machine. */
  readonly missing: () => readonly string[]
  /** Installs the package's file and builds the quickstart beside it; returns the command that starts it. */
  installInto(project: string, file: string): Promise<readonly string[]>
}

const lacking = (tools: readonly string[]) => tools.filter((tool) => !finds(tool))
const npm = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
const assemblies = 'System.Net.Http,System.Runtime.Serialization,System.Xml,System.Xml.Linq'

const cmakeProject = `cmake_minimum_required(VERSION 3.14)
project(Quickstart LANGUAGES CXX)
find_package(Keywright 0.1 CONFIG REQUIRED)
add_executable(quickstart quickstart.cpp)
target_compile_options(quickstart PRIVATE -O0 -Wall -Wextra -Werror)
target_link_libraries(quickstart PRIVATE Keywright::client)
`

/** What Composer writes for a package that is loaded by a list of files. Composer itself is not needed for it. */
async function installComposer(project: string, file: string): Promise<void> {
  const folder = join(project, 'vendor', 'keywright', 'client')
  await unzip(file, folder)
  const { autoload } = JSON.parse(await readFile(join(folder, 'composer.json'), 'utf8')) as {
    autoload: { files: readonly string[] }
  }
  const lines = autoload.files.map((each) => `require __DIR__ . '/keywright/client/${each}';\n`)
  await writeFile(join(project, 'vendor', 'autoload.php'), `<?php\n${lines.join('')}`)
}

async function installCmake(project: string, file: string): Promise<void> {
  const source = join(project, 'source')
  const prefix = join(project, 'installed')
  await unzip(file, source)
  await writeFile(join(project, 'CMakeLists.txt'), cmakeProject)
  await run('cmake', ['-S', source, '-B', join(project, 'package-build'), `-DCMAKE_INSTALL_PREFIX=${prefix}`])
  await run('cmake', ['--install', join(project, 'package-build')])
  await run('cmake', ['-S', project, '-B', join(project, 'build'), `-DCMAKE_PREFIX_PATH=${prefix}`])
  await run('cmake', ['--build', join(project, 'build')])
}

/** As the page says: the file is unpacked, and the project names its folder. */
async function installCrate(project: string, file: string): Promise<string> {
  await run('tar', ['xzf', file], { cwd: project })
  const named = '[package]\nname = "quickstart"\nversion = "0.0.0"\nedition = "2021"\n'
  const program = '[[bin]]\nname = "quickstart"\npath = "quickstart.rs"\n'
  const needs = `[dependencies]\nkeywright = { path = "${basename(file, '.crate')}" }\n`
  await writeFile(join(project, 'Cargo.toml'), [named, program, needs].join('\n'))
  await cargo(project, 'build', '--quiet')
  await copyFile(join(builtAt, 'quickstart'), join(project, 'quickstart'))
  await cargo(project, 'clean', '--package', 'quickstart', '--package', 'keywright')
  return join(project, 'quickstart')
}

export const installations: Readonly<Record<string, Installation>> = {
  node: {
    missing: () => [],
    installInto: async (project, file) => {
      await writeFile(join(project, 'package.json'), '{ "private": true }\n')
      await run('npm', ['install', file, ...npm], { cwd: project })
      return [process.execPath, 'quickstart.mjs']
    },
  },
  python: {
    missing: () => (runs('python3', '-m', 'pip', '--version') ? [] : ['python3-pip']),
    installInto: async (project, file) => {
      await run('python3', ['-m', 'pip', 'install', '--no-index', '--no-compile', '--quiet', '--target', project, file])
      return ['python3', '-W', 'error', 'quickstart.py']
    },
  },
  php: {
    missing: () => lacking(['php']),
    installInto: async (project, file) => {
      await installComposer(project, file)
      return ['php', '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', 'quickstart.php']
    },
  },
  csharp: {
    missing: () => lacking(['mcs', 'mono']),
    installInto: async (project, file) => {
      await unzip(file, project)
      const source = join('contentFiles', 'cs', 'any', 'Keywright.cs')
      const options = ['-langversion:7.2', '-warn:4', '-warnaserror', `-r:${assemblies}`, '-out:quickstart.exe']
      await run('mcs', [...options, source, 'Quickstart.cs'], { cwd: project })
      return ['mono', 'quickstart.exe']
    },
  },
  java: {
    missing: () => lacking(['javac', 'java']),
    installInto: async (project, file) => {
      const jar = basename(file)
      await copyFile(file, join(project, jar))
      await run('javac', ['-Xlint:all', '-Werror', '-cp', jar, '-d', '.', 'Quickstart.java'], { cwd: project })
      return ['java', 'Quickstart']
    },
  },
  cpp: {
    missing: () => lacking(['cmake', 'g++']),
    installInto: async (project, file) => {
      await installCmake(project, file)
      return [join(project, 'build', 'quickstart')]
    },
  },
  go: {
    missing: () => (finds('go') ? [] : ['golang-go']),
    installInto: async (project, file) => {
      const proxy = join(project, 'proxy')
      await unzip(file, proxy)
      await writeFile(join(project, 'go.mod'), 'module example.com/quickstart\n\ngo 1.19\n')
      const own = { GOPROXY: `file://${proxy}`, GONOSUMDB: 'keywright.dev', GOFLAGS: '-modcacherw' }
      const kept = { GOPATH: join(project, 'path'), GOCACHE: join(project, 'cache') }
      const options = { cwd: project, env: { ...process.env, ...own, ...kept } }
      await run('go', ['get', `keywright.dev/client@v${manifest.version}`], options)
      await run('go', ['mod', 'vendor'], options)
      await rm(proxy, { recursive: true })
      await run('go', ['vet', '.'], options)
      await run('go', ['build', '-o', 'quickstart', '.'], options)
      return ['./quickstart']
    },
  },
  rust: {
    missing: missingForRust,
    installInto: async (project, file) => [await installCrate(project, file)],
  },
}

async function unzip(file: string, folder: string): Promise<void> {
  for (const [path, bytes] of Object.entries(unzipSync(await readFile(file)))) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, bytes)
  }
}
