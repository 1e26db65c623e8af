/**
 * What is wrong with a changelog, in sentences: its newest version must be the program's, older ones follow, and each
 * has its day and says what an upgrade does to the database.
 * @param {string} text
 * @param {string} version of package.json
 */
export function findChangelogProblems(text, version) {
  const sections = sectionsOf(text)
  if (sections.length === 0) return ['no version is described']
  const versions = sections.map((section) => section.version)
  return [
    ...(versions[0] === version ? [] : [`the newest version is ${versions[0]}, and package.json has ${version}`]),
    ...versions.flatMap((one, index) => {
      const before = versions[index - 1]
      return before === undefined || isBelow(one, before) ? [] : [`${one} is below ${before}, which is no newer one`]
    }),
    ...sections.filter(({ day }) => day === undefined).map((section) => `${section.version} has no day`),
    ...sections.filter(({ body }) => !/^### Upgrade$/m.test(body)).map((one) => `${one.version} has no part “Upgrade”`),
  ]
}

/**
 * The versions that are described, newest first; `Unreleased` is none.
 * @param {string} text
 */
export function sectionsOf(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, version, , day] = /^\[(\d+\.\d+\.\d+)\]( - (\d{4}-\d{2}-\d{2}))?$/m.exec(section) ?? []
      return version === undefined ? [] : [{ version, day, body: section }]
    })
}

/**
 * @param {string} one
 * @param {string} other
 */
function isBelow(one, other) {
  const numbers = other.split('.').map(Number)
  const differing = one.split('.').map((part, index) => Number(part) - (numbers[index] ?? 0))
  return (differing.find((difference) => difference !== 0) ?? 0) < 0
}
