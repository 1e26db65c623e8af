import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findChangelogProblems, sectionsOf } from '../../scripts/changelog.mjs'
import { readFromRoot, root } from './repository-files.ts'

const text = readFromRoot('CHANGELOG.md')
const { version } = JSON.parse(readFromRoot('package.json')) as { version: string }
const part = (name: string, day = ' - 2026-01-01') => `## [${name}]${day}\n### Upgrade\nNothing.\n`

describe('the changelog', () => {
  it('begins with the version of the program', () => {
    expect(findChangelogProblems(text, version)).toEqual([])
  })

  it('names the last step of the schema where it tells about the upgrade to this version', () => {
    const steps = readdirSync(`${root}src/server/db/migrations`).filter((file) => /^\d{4}-/.test(file))
    const last = steps.toSorted().at(-1)?.replace('.ts', '')
    const [, upgrade = ''] = (sectionsOf(text)[0]?.body ?? '').split('### Upgrade')
    expect(upgrade).toContain(`\`${last}\``)
  })

  it.each([
    ['another version on top', part('1.2.0'), 'the newest version is 1.2.0, and package.json has 1.3.0'],
    ['a version that is not older', part('1.3.0') + part('1.3.1'), '1.3.1 is below 1.3.0, which is no newer one'],
    ['a version without its day', part('1.3.0', ''), '1.3.0 has no day'],
    ['nothing about the upgrade', '## [1.3.0] - 2026-01-01\nNothing.\n', '1.3.0 has no part “Upgrade”'],
    ['no version', '# Changelog\n', 'no version is described'],
  ])('is refused with %s', (_name, wrong, problem) => {
    expect(findChangelogProblems(wrong, '1.3.0')).toEqual([problem])
  })

  it('may say what is not released yet', () => {
    expect(findChangelogProblems(`## [Unreleased]\n- More.\n${part('1.10.0')}${part('1.9.3')}`, '1.10.0')).toEqual([])
  })
})
