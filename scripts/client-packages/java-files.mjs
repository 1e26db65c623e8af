import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** @typedef {import('./package-files.mjs').Sources} Sources */

const folder = 'dev/keywright'
const manifest = 'Manifest-Version: 1.0\nAutomatic-Module-Name: dev.keywright\n\n'

/**
 * What Maven and Gradle read.
 * @param {Sources} sources
 */
export const mavenPom = ({ version, description }) => `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.keywright</groupId>
  <artifactId>keywright-client</artifactId>
  <version>${version}</version>
  <packaging>jar</packaging>
  <name>Keywright client</name>
  <description>${description}</description>
  <licenses>
    <license>
      <name>MIT</name>
    </license>
  </licenses>
</project>
`

/** @param {Sources} sources */
const javaSources = ({ read, files }) => files.map((file) => [`${folder}/${basename(file)}`, read(file)])

/**
 * The source: `javac` takes it as it takes classes.
 * @param {Sources} sources
 */
export function sourcesJarFiles(sources) {
  return new Map([
    ['META-INF/MANIFEST.MF', manifest],
    ['META-INF/LICENSE', sources.license],
    ['META-INF/README.md', sources.readme],
    ['META-INF/CHANGELOG.md', sources.changelog],
    .../** @type {[string, string][]} */ (javaSources(sources)),
  ])
}

/**
 * The classes, for build tools that want them; undefined where no compiler is. The same compiler gives the same bytes.
 * @param {Sources} sources
 */
export function jarFiles(sources) {
  const work = mkdtempSync(join(tmpdir(), 'keywright-jar-'))
  try {
    const written = javaSources(sources).map(([path = '', text = '']) => {
      const file = join(work, basename(path))
      writeFileSync(file, text)
      return file
    })
    const classes = join(work, 'classes')
    mkdirSync(classes)
    const options = ['--release', '11', '-proc:none', '-encoding', 'UTF-8', '-g:source,lines', '-d', classes]
    const { status, error, stderr } = spawnSync('javac', [...options, ...written], { encoding: 'utf8' })
    if (error !== undefined) return undefined
    if (status !== 0) throw new Error(`The Java client cannot be compiled:\n${stderr}`)
    const names = readdirSync(join(classes, folder)).sort()
    return new Map([
      ['META-INF/MANIFEST.MF', manifest],
      ['META-INF/LICENSE', sources.license],
      ['META-INF/maven/dev.keywright/keywright-client/pom.xml', mavenPom(sources)],
      .../** @type {[string, string | Buffer][]} */ (
        names.map((name) => [`${folder}/${name}`, readFileSync(join(classes, folder, name))])
      ),
    ])
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
