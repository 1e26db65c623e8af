import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SampleLanguage, sampleLanguages } from '../../src/shared/render-sample.ts'
import type { ColumnId } from '../conformance/columns.ts'
import { missingForRust } from './rust-toolchain.ts'
import { canRunWindows, onWine, openWine } from './wine.ts'

/** How a sample is built and started on this machine. */
export interface Language {
  readonly id: SampleLanguage
  readonly column: ColumnId
  readonly title: string
  /** Path below `clients/`. */
  readonly file: string
  /** Kind of interface. */
  readonly face: 'console' | 'window' | 'calls'
  /** What is missing on this machine to build and run it. */
  readonly missing: readonly string[]
  /** Compiles or lints the rendered file at `path`, warnings being errors; with a driver, both together. */
  build(path: string, driver?: string): readonly string[]
  /** Where a compiler takes long: the sample, alone or in one file, with values that it reads from the environment. */
  readValues?(source: string): string
  /**
   * Compiles several into one program, where a compiler takes long: the first stands alone in it, as it is shipped, and
   * the others, without the library, use its; `start` has the number of the one to run.
   */
  buildTogether?(paths: readonly string[], driver: string, program: string): readonly string[]
  /** The command that starts what was built. */
  start(path: string, driver?: string, number?: number): readonly string[]
  /** The file in `drivers/` that takes the sample as a library. */
  readonly driver?: string
  /** The driver also runs the whole sample, in every scene: what is compiled is compiled once for both. */
  readonly isDriven?: boolean
  /** The command that takes the sample as a library and obeys orders, from the one that runs it. */
  conform(command: readonly string[]): readonly string[]
  /** What makes it trust this authority, beside or instead of those that the system trusts. */
  trust?(authority: string): Readonly<Record<string, string>>
  /** Starts what its programs run in; returns what ends it. */
  openSystem?(): Promise<() => Promise<void>>
  /** From a terminal they take keys, not lines. */
  readonly takesKeys?: boolean
  /** Files have a mode, which says who may read them. */
  readonly hasModes: boolean
  /** Where a reader sees nothing but the text of the specification. */
  readonly emptyLogin: string
}

const drivers = fileURLToPath(new URL('drivers/', import.meta.url))
export const driverPath = (name: string) => join(drivers, name)
const conformance = fileURLToPath(new URL('../conformance/drivers/', import.meta.url))
const obeys = (command: readonly string[]) => [...command, 'conform']
/** In the place of so many words at the end, the driver that takes the last one. */
const under =
  (name: string, words: number) =>
  (command: readonly string[]): readonly string[] => [
    ...command.slice(0, -words),
    join(conformance, name),
    ...command.slice(-1),
  ]

const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const finds = (tool: string) => runs('sh', '-c', `command -v ${tool}`)
const lacking = (needs: Readonly<Record<string, boolean>>) =>
  Object.entries(needs).flatMap(([name, isThere]) => (isThere ? [] : [name]))

const emptyLogin = 'Please enter both username and password.'
const python = ['python3', '/usr/bin/python3'].find((each) => runs(each, '-c', 'import tkinter')) ?? 'python3'
const assemblies =
  'System.Windows.Forms,System.Drawing,System.Net.Http,System.Runtime.Serialization,System.Xml,System.Xml.Linq'
const strictCpp = ['g++', '-std=c++17', '-O0', '-Wall', '-Wextra', '-Werror']
/** What goes beyond memory, or relies on what the language leaves open, ends the program with a report. */
const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-D_GLIBCXX_ASSERTIONS']
const libraries = ['-lcurl', '-lcrypto', '-pthread']
// a larger heap saves a sixth of the time
const spendMemory = ['--param', 'ggc-min-expand=400', '--param', 'ggc-min-heapsize=500000']
/** A program of Windows that needs no library of the compiler. */
const strictWindows = ['x86_64-w64-mingw32-g++-posix', ...strictCpp.slice(1), ...spendMemory, '-static', '-s']
const windowsLibraries = ['-lwinhttp', '-lbcrypt', '-ladvapi32', '-lcrypt32']
const headers = ['nlohmann/json.hpp', 'curl/curl.h', 'openssl/evp.h'].flatMap((name) => ['-include', name])
const strictPhp = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-d', 'zend.assertions=1']
/** Gives the value of a constant. */
const given = `inline std::string given(const char* name, const std::string& usual)
{
    const char* value = std::getenv(name);
    return value == nullptr ? usual : value;
}
`
const readCppValues = (source: string) =>
  source.replace(/(\/\/ #region config\n)([\s\S]*?\/\/ #endregion)/, (_, begin: string, constants: string) => {
    const texts = constants.replace(/ (\w+) = ("[^"]*"s);/g, ' $1 = given("$1", $2);')
    const all = texts.replace(/constexpr int (\w+) = (\d+);/g, 'const int $1 = std::stoi(given("$1", "$2"));')
    return begin + given + all
  })
/** A value that is read when the program starts, where a constant was. */
const givenInRust = `
#[derive(Clone, Copy)]
struct Given(&'static str, &'static str);

impl From<Given> for String {
    fn from(Given(name, usual): Given) -> String {
        env::var(name).unwrap_or_else(|_| usual.to_string())
    }
}

impl Given {
    fn number(self) -> u32 {
        String::from(self).parse().unwrap()
    }
}
`
const readRustValues = (source: string) =>
  source
    .replace(/const (\w+): &str = ("[^"]*");/g, (all, name: string, usual: string) =>
      /^(API_KEY|APP_VERSION|ORIGIN|(NEXT_)?PUBLIC_KEY|HWID_SALT)$/.test(name)
        ? `const ${name}: Given = Given("${name}", ${usual});`
        : all,
    )
    .replace(/const (\w+_(?:SECONDS|FAILURES)): u32 = (\d+);/g, (all, name: string, usual: string) =>
      source.includes(`(${name})`) ? `const ${name}: Given = Given("${name}", "${usual}");` : all,
    )
    .replace(/seconds\((\w+_SECONDS)\)|failures\((\w+_FAILURES)\)/g, (all) => all.replace(')', '.number())'))
    .replace('// #endregion\n', `// #endregion\n${givenInRust}`)
/** mono reads what `cert-sync` has written into the user's folder. */
function trustOfMono(authority: string): Readonly<Record<string, string>> {
  const home = dirname(authority)
  spawnSync('cert-sync', ['--user', authority], { env: { ...process.env, HOME: home }, stdio: 'ignore' })
  return { HOME: home }
}
/** The drivers take classes out of the one file, which is no class of its own for each. */
const strictJava = [
  'javac',
  '--release',
  '11',
  '-Xlint:all,-auxiliaryclass',
  '-Werror',
  '-encoding',
  'UTF-8',
  '-proc:none',
]
/** A program that soon ends is not worth the best code. */
const runJava = ['java', '-ea', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto', '-Xmx128m']
const classesAt = (path: string) => join(path, '..', 'classes')
const givenInJava = `    private static String given(String name, String usual) {
        return System.getenv(name) == null ? usual : System.getenv(name);
    }

`
const readJavaValues = (source: string) =>
  source.replace(/( *\/\/ #region config\n)([\s\S]*?\/\/ #endregion)/, (_, begin: string, constants: string) => {
    const texts = constants.replace(/ (\w+) = ("[^"]*");/g, ' $1 = given("$1", $2);')
    return givenInJava + begin + texts.replace(/ (\w+) = (\d+);/g, ' $1 = Integer.parseInt(given("$1", "$2"));')
  })
/** The folder of a run has what Go keeps: the tests need no home. */
function buildGo(path: string, ...drivers: readonly string[]): readonly string[] {
  const kept = join(dirname(path), '..', 'go')
  const env = [
    `GOPATH=${join(kept, 'path')}`,
    `GOCACHE=${join(kept, 'cache')}`,
    'GO111MODULE=on',
    'GOFLAGS=-buildvcs=false',
  ]
  const files = [basename(path), ...drivers.map((_, number) => `driver-${number}.go`)]
  const copies = drivers.map((driver, number) => `cp ${driver} driver-${number}.go`)
  const race = drivers.length > 0 ? '-race ' : ''
  const go = [`go vet ${files.join(' ')}`, `go build ${race}-o program ${files.join(' ')}`]
  return ['env', '-C', dirname(path), ...env, 'sh', '-c', [...copies, ...go].join(' && ')]
}
/** Go asks the system itself what time it is, so that no library can move its clock: the driver does. */
const readGoValues = (source: string) =>
  source
    .replace(/^const ([A-Z_]+) = ("[^"]*")$/gm, 'var $1 = given("$1", $2)')
    .replace(/^const (\w+_SECONDS) = (\d+)$/gm, 'var $1 = time.Duration(givenNumber("$1", $2))')
    .replace(/^const ([A-Z_]+) = (\d+)$/gm, 'var $1 = givenNumber("$1", $2)')
    .replaceAll('time.Now()', 'movedNow()')
const programAt = (path: string) => join(path, '..', 'program')
/** The machine's own version of Node.js runs the sample, as a user's would. */
const node = process.execPath

const byId = {
  csharp: {
    title: 'C#',
    file: 'csharp/LoginSample.cs',
    face: 'window',
    driver: 'Driver.cs',
    isDriven: true,
    emptyLogin,
    build: (path, driver) => [
      ...['mcs', '-langversion:7.2', '-warn:4', '-warnaserror', `-r:${assemblies}`, `-out:${programAt(path)}.exe`],
      ...(driver ? ['-main:Keywright.Test.Driver', path, driver, join(conformance, 'Conformance.cs')] : [path]),
    ],
    start: (path) => ['mono', `${programAt(path)}.exe`],
    conform: obeys,
    trust: trustOfMono,
  },
  python: {
    title: 'Python',
    file: 'python/login_sample.py',
    face: 'window',
    driver: 'driver.py',
    isDriven: true,
    emptyLogin,
    build: (path) => [python, '-W', 'error', '-m', 'py_compile', path],
    start: (path, driver) => [python, '-W', 'error', ...(driver ? [driver] : []), path],
    conform: under('driver.py', 2),
    trust: (authority) => ({ SSL_CERT_FILE: authority }),
  },
  node: {
    title: 'Node.js',
    file: 'node/client.mjs',
    face: 'console',
    driver: 'driver.mjs',
    emptyLogin,
    build: (path) => [node, '--check', path],
    start: (path, driver) => [node, ...(driver ? [driver] : []), path],
    conform: under('driver.mjs', 1),
    trust: (authority) => ({ NODE_EXTRA_CA_CERTS: authority }),
  },
  php: {
    title: 'PHP',
    file: 'php/client.php',
    face: 'console',
    driver: 'driver.php',
    emptyLogin,
    build: (path) => ['php', ...strictPhp, '-l', path],
    start: (path, driver) => ['php', ...strictPhp, ...(driver ? [driver] : []), path],
    conform: under('driver.php', 1),
    trust: (authority) => {
      writeFileSync(join(dirname(authority), 'trust.ini'), `curl.cainfo=${authority}\nopenssl.cafile=${authority}\n`)
      return { PHP_INI_SCAN_DIR: `:${dirname(authority)}` }
    },
  },
  cpp: {
    title: 'C++',
    file: 'cpp/client.cpp',
    face: 'console',
    driver: 'driver.cpp',
    isDriven: true,
    emptyLogin: 'Please provide both username and password',
    build: (path, driver) => [
      ...[...strictCpp, `-DSAMPLE_0="${path}"`, driver ?? path],
      ...['-o', programAt(path), ...libraries],
    ],
    readValues: readCppValues,
    buildTogether: (paths, driver, program) => [
      ...[...strictCpp, ...sanitizers, ...spendMemory],
      ...[...paths.map((path, number) => `-DSAMPLE_${number}="${path}"`), driver],
      ...['-o', programAt(program), ...libraries],
    ],
    start: (path, driver, number = 0) => [programAt(path), ...(driver ? [String(number)] : [])],
    conform: obeys,
  },
  'cpp-windows': {
    title: 'C++ on Windows, under wine,',
    file: 'cpp/client.cpp',
    face: 'console',
    driver: 'driver.cpp',
    isDriven: true,
    emptyLogin: 'Please provide both username and password',
    build: (path, driver) => [
      ...[...strictWindows, `-DSAMPLE_0="${path}"`, driver ?? path],
      ...['-o', `${programAt(path)}.exe`, ...windowsLibraries],
    ],
    readValues: readCppValues,
    buildTogether: (paths, driver, program) => [
      ...[...strictWindows, ...paths.map((path, number) => `-DSAMPLE_${number}="${path}"`), driver],
      ...['-o', `${programAt(program)}.exe`, ...windowsLibraries],
    ],
    start: (path, driver, number = 0) => onWine(`${programAt(path)}.exe`, ...(driver ? [String(number)] : [])),
    conform: obeys,
    trust: (authority) => ({ TRUSTED_AUTHORITY: authority }),
    openSystem: openWine,
    takesKeys: true,
    hasModes: false,
  },
  java: {
    title: 'Java',
    file: 'java/Client.java',
    face: 'console',
    driver: 'Driver.java',
    isDriven: true,
    emptyLogin,
    build: (path, driver) => [
      ...[...strictJava, '-d', classesAt(path), path],
      ...(driver ? [driver, join(conformance, 'Conformance.java')] : []),
    ],
    readValues: readJavaValues,
    start: (path, driver) => [...runJava, '-cp', classesAt(path), driver ? 'Driver' : basename(path, '.java')],
    conform: obeys,
    trust: (authority) => ({ TRUSTED_AUTHORITY: authority }),
  },
  go: {
    title: 'Go',
    file: 'go/sample/client.go',
    face: 'console',
    driver: 'driver.go',
    isDriven: true,
    emptyLogin,
    build: (path, driver) => buildGo(path, ...(driver ? [driver, join(conformance, 'driver.go')] : [])),
    readValues: readGoValues,
    // two goroutines at one place end it with a report
    start: (path) => ['env', 'GORACE=halt_on_error=1', programAt(path)],
    conform: obeys,
    trust: (authority) => ({ SSL_CERT_FILE: authority }),
  },
  javascript: {
    title: 'JavaScript',
    file: 'javascript/quickstart.mjs',
    face: 'calls',
    emptyLogin,
    build: (path) => [node, '--check', path],
    start: (path) => [node, path],
    conform: (command) => command,
  },
  rust: {
    title: 'Rust',
    file: 'rust/main.rs',
    face: 'console',
    driver: 'driver.rs',
    isDriven: true,
    emptyLogin,
    build: (path, driver) => [
      ...[node, join(dirname(drivers), 'compile-rust.ts'), path],
      ...(driver ? [driver, join(conformance, 'conformance.rs')] : []),
    ],
    readValues: readRustValues,
    start: (path) => [programAt(path)],
    conform: obeys,
    trust: (authority) => ({ SSL_CERT_FILE: authority }),
  },
} as const satisfies Record<ColumnId, Omit<Language, 'id' | 'column' | 'missing' | 'hasModes'> & Partial<Language>>

/** Tools are looked up only when a language is used. */
const needs: Record<ColumnId, () => Readonly<Record<string, boolean>>> = {
  csharp: () => ({
    'mono-mcs': finds('mcs') && finds('mono'),
    'libmono-system-windows-forms4.0-cil': runs('sh', '-c', 'ls /usr/lib/mono/4.5/System.Windows.Forms.dll'),
    'libmono-system-xml-linq4.0-cil': runs('sh', '-c', 'ls /usr/lib/mono/4.5/System.Xml.Linq.dll'),
    xvfb: finds('Xvfb'),
    xdotool: finds('xdotool'),
    imagemagick: finds('import'),
  }),
  python: () => ({
    'python3-tk': runs(python, '-c', 'import tkinter'),
    xvfb: finds('Xvfb'),
    xdotool: finds('xdotool'),
    imagemagick: finds('import'),
  }),
  node: () => ({}),
  php: () => ({ 'php-cli': finds('php'), 'php-curl': runs('php', '-r', 'exit((int) !function_exists("curl_init"));') }),
  cpp: () => ({
    'g++': finds('g++'),
    'nlohmann-json3-dev, libcurl4-openssl-dev, libssl-dev': runs('g++', '-E', ...headers, '-x', 'c++', '/dev/null'),
  }),
  'cpp-windows': () => ({
    'g++-mingw-w64-x86-64-posix': finds('x86_64-w64-mingw32-g++-posix'),
    wine64: canRunWindows,
  }),
  java: () => ({ 'openjdk-17-jdk-headless': finds('javac') && finds('java') }),
  go: () => ({ 'golang-go': finds('go'), gcc: finds('gcc') }),
  javascript: () => ({}),
  rust: () => Object.fromEntries(missingForRust().map((name) => [name, false])),
}

export function languageOf(column: ColumnId): Language {
  const id = column === 'cpp-windows' ? 'cpp' : column
  return { id, column, hasModes: true, ...byId[column], missing: lacking(needs[column]()) }
}

export const languageIds = sampleLanguages
export const faceOf = (column: ColumnId): Language['face'] => byId[column].face
export const fileName = (language: Language) => basename(language.file)
