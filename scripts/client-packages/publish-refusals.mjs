/**
 * What is known of the commit and of one language's package before it is published.
 * @typedef {{ language: string, version: string, hasChanges: boolean, tags: readonly string[], changelog: string,
 *   forms: readonly string[], isSameTwice: boolean, isTaken: boolean | undefined, isTested: boolean,
 *   reportRefusals: readonly string[] }} Facts
 */

/**
 * Why this package must not be published, in sentences; none: it may be.
 * @param {Facts} facts
 */
export function publishRefusals(facts) {
  const { language, version, hasChanges, tags, changelog, forms, isSameTwice, isTaken, isTested, reportRefusals } =
    facts
  const tag = `clients-${version}`
  return [
    hasChanges && 'The tree has changes that are not committed.',
    !tags.includes(tag) && `This commit has no tag ${tag}.`,
    !changelog.split('\n').some((line) => line.startsWith(`## [${version}]`)) &&
      `clients/CHANGELOG.md has no section for ${version}.`,
    !forms.includes('run') && `clients/manifest.json has no proof that the package of ${language} was run.`,
    !isSameTwice && `Two builds of the package of ${language} differ.`,
    isTaken === undefined && `The registry of ${language} did not say whether it has ${version}.`,
    isTaken === true && `The registry of ${language} has ${version} already.`,
    ...reportRefusals,
    !isTested && `The tests of the packages are not green on this commit.`,
  ].flatMap((refusal) => (refusal === false ? [] : [refusal]))
}
