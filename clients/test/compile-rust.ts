import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cargo, rustc, sampleNeeds } from './rust-toolchain.ts'

/**
 * `node compile-rust.ts <file> [<driver>…]` compiles a program of one file, warnings being errors, beside it. Drivers stand
 * inside its file, where they see all of it: the first has `run`, which is called in the place of `main`.
 */
const [file = '', ...drivers] = process.argv.slice(2)
const folder = dirname(file)
const libraries = await compileLibraries(join(folder, 'libraries'))
const source = drivers.length === 0 ? file : await writeDriven(join(folder, 'driven.rs'))
const strict = ['--edition', '2021', '-D', 'warnings', '-C', 'debuginfo=0']
execFileSync(rustc, [...strict, ...libraries, '-o', join(folder, 'program'), source], { stdio: 'inherit' })

/** What the sample needs, compiled for all programs of the tests; returns how the compiler finds it. */
async function compileLibraries(project: string): Promise<readonly string[]> {
  await mkdir(join(project, 'src'), { recursive: true })
  await writeFile(join(project, 'src', 'lib.rs'), '')
  const named = '[package]\nname = "libraries"\nversion = "0.0.0"\nedition = "2021"\n'
  await writeFile(join(project, 'Cargo.toml'), `${named}\n[dependencies]\n${sampleNeeds}`)
  const said = await cargo(project, 'build', '--quiet', '--message-format=json')
  const wanted = [...sampleNeeds.matchAll(/^[\w-]+/gm)].map(([name]) => name.replace('-', '_'))
  const built = said.split('\n').flatMap((line) => [...line.matchAll(/"([^"]*\/lib(\w+)-\w+\.rlib)"/g)])
  const externs = built.flatMap(([, path, name = '']) => (wanted.includes(name) ? ['--extern', `${name}=${path}`] : []))
  const folders = new Set(built.map(([, path = '']) => dirname(path)))
  return [...externs, ...[...folders].flatMap((each) => ['-L', `dependency=${each}`])]
}

async function writeDriven(path: string): Promise<string> {
  const modules = drivers.map((each) => `#[path = "${each}"]\nmod ${basename(each, '.rs')};\n`)
  const text = (await readFile(file, 'utf8')).replace('\nfn main() {', '\nfn sample_main() {')
  const main = `fn main() {\n    ${basename(drivers[0] ?? '', '.rs')}::run()\n}\n`
  await writeFile(path, `${text}\n${modules.join('')}\n${main}`)
  return path
}
