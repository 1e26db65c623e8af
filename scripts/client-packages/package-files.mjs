import { createHash } from 'node:crypto'

/**
 * What a package is made of. `read` gives the text of a file below `clients/`, `library` is the one file of the library,
 * `files` are those that it is written in.
 * @typedef {{ version: string, description: string, read: (file: string) => string, library: string, files: readonly string[],
 *   readme: string, license: string, changelog: string }} Sources
 */

export const description = 'Log in, verify and keep a session alive with a Keywright server.'

/** @param {Sources} sources */
export function nodeFiles({ version, read, readme, license, changelog }) {
  const manifest = {
    name: '@keywright/client',
    version,
    description,
    license: 'MIT',
    type: 'module',
    engines: { node: '>=18' },
    exports: { '.': { types: './keywright.d.mts', default: './keywright.mjs' } },
    sideEffects: false,
  }
  return new Map([
    ['package/package.json', toJson(manifest)],
    ['package/README.md', readme],
    ['package/CHANGELOG.md', changelog],
    ['package/LICENSE', license],
    ['package/keywright.d.mts', read('node/package/keywright.d.mts')],
    ['package/keywright.mjs', read('node/keywright.mjs')],
  ])
}

/** @param {Sources} sources */
const pythonModule = ({ read }) =>
  new Map([
    ['keywright/__init__.py', read('python/keywright.py')],
    ['keywright/__init__.pyi', read('python/package/keywright.pyi')],
    ['keywright/py.typed', ''],
  ])

/** @param {Sources} sources */
const pythonMetadata = ({ version, readme }) =>
  [
    'Metadata-Version: 2.1',
    'Name: keywright',
    `Version: ${version}`,
    `Summary: ${description}`,
    'License: MIT',
    'Requires-Python: >=3.8',
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')

/** @param {Sources} sources */
export function wheelFiles(sources) {
  const info = `keywright-${sources.version}.dist-info`
  const files = new Map([
    ...pythonModule(sources),
    [`${info}/LICENSE`, sources.license],
    [`${info}/METADATA`, pythonMetadata(sources)],
    [`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: keywright\nRoot-Is-Purelib: true\nTag: py3-none-any\n'],
  ])
  const record = [...files].map(([path, text]) => {
    const hash = createHash('sha256').update(text).digest('base64url')
    return `${path},sha256=${hash},${Buffer.byteLength(text)}\n`
  })
  return files.set(`${info}/RECORD`, `${record.join('')}${info}/RECORD,,\n`)
}

/** @param {Sources} sources */
export function sdistFiles(sources) {
  const { version, readme, license, changelog } = sources
  const project = [
    '[build-system]',
    'requires = ["flit_core >=3.4,<5"]',
    'build-backend = "flit_core.buildapi"',
    '',
    '[project]',
    'name = "keywright"',
    `version = "${version}"`,
    `description = "${description}"`,
    'readme = "README.md"',
    'license = { file = "LICENSE" }',
    'requires-python = ">=3.8"',
    '',
  ]
  const files = new Map([
    ['PKG-INFO', pythonMetadata(sources)],
    ['pyproject.toml', project.join('\n')],
    ['README.md', readme],
    ['CHANGELOG.md', changelog],
    ['LICENSE', license],
    ...pythonModule(sources),
  ])
  return new Map([...files].map(([path, text]) => [`keywright-${version}/${path}`, text]))
}

/** @param {Sources} sources */
export function composerFiles({ version, read, readme, license, changelog }) {
  const manifest = {
    name: 'keywright/client',
    description,
    version,
    type: 'library',
    license: 'MIT',
    require: { php: '>=8.1', 'ext-json': '*', 'ext-openssl': '*' },
    suggest: { 'ext-curl': 'Limits the look-up of names too' },
    autoload: { files: ['src/Keywright.php'] },
  }
  return new Map([
    ['composer.json', toJson(manifest)],
    ['README.md', readme],
    ['CHANGELOG.md', changelog],
    ['LICENSE', license],
    ['src/Keywright.php', read('php/Keywright.php')],
  ])
}

/** @param {Sources} sources */
export function cmakeFiles({ version, read, library, readme, license, changelog }) {
  return new Map([
    ['CMakeLists.txt', read('cpp/package/CMakeLists.txt').replace('@version@', version)],
    ['KeywrightConfig.cmake', read('cpp/package/KeywrightConfig.cmake')],
    ['README.md', readme],
    ['CHANGELOG.md', changelog],
    ['LICENSE', license],
    ['include/keywright.hpp', library],
  ])
}

/**
 * The file is compiled into the maker's own program: a library beside it is swapped by one copy.
 * @param {Sources} sources
 */
export function nugetFiles({ version, read, readme, license }) {
  const xml = (/** @type {string[]} */ lines) => `<?xml version="1.0" encoding="utf-8"?>\n${lines.join('\n')}\n`
  const id = 'Keywright.Client.Sources'
  const spec = [
    '<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">',
    '  <metadata>',
    `    <id>${id}</id>`,
    `    <version>${version}</version>`,
    '    <authors>Keywright</authors>',
    '    <license type="expression">MIT</license>',
    '    <readme>README.md</readme>',
    `    <description>${description}</description>`,
    '    <developmentDependency>true</developmentDependency>',
    '    <contentFiles>',
    '      <files include="cs/any/Keywright.cs" buildAction="Compile" />',
    '    </contentFiles>',
    '  </metadata>',
    '</package>',
  ]
  const relation = 'http://schemas.microsoft.com/packaging/2010/07/manifest'
  const relations = [
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">',
    `  <Relationship Type="${relation}" Target="/${id}.nuspec" Id="R0" />`,
    '</Relationships>',
  ]
  const types = [
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
    '  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />',
    ...['nuspec', 'cs', 'md'].map((one) => `  <Default Extension="${one}" ContentType="application/octet" />`),
    '  <Override PartName="/LICENSE" ContentType="application/octet" />',
    '</Types>',
  ]
  return new Map([
    ['[Content_Types].xml', xml(types)],
    ['_rels/.rels', xml(relations)],
    [`${id}.nuspec`, xml(spec)],
    ['LICENSE', license],
    ['README.md', readme],
    ['contentFiles/cs/any/Keywright.cs', read('csharp/Keywright.cs')],
  ])
}

const toJson = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`
