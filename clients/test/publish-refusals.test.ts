import { describe, expect, test } from 'vitest'
import { publishRefusals } from '../../scripts/client-packages/publish-refusals.mjs'

const proven = {
  language: 'node',
  version: '1.2.3',
  hasChanges: false,
  tags: ['clients-1.2.3'],
  changelog: '# Changelog\n\n## [1.2.3]\nText\n',
  forms: ['run', 'none'],
  isSameTwice: true,
  isTaken: false,
  isTested: true,
  reportRefusals: [],
}

describe('a client package', () => {
  test('may be published once all of it is proven', () => {
    expect(publishRefusals(proven)).toEqual([])
  })

  test.for([
    ['changes that are not committed', { hasChanges: true }],
    ['no tag clients-1.2.3', { tags: ['clients-1.2.30', ''] }],
    ['no section for 1.2.3', { changelog: '## [1.2.30]\n' }],
    ['no proof that the package of node was run', { forms: ['compiled', 'none'] }],
    ['Two builds of the package of node differ', { isSameTwice: false }],
    ['has 1.2.3 already', { isTaken: true }],
    ['did not say whether it has 1.2.3', { isTaken: undefined }],
    ['are not green on this commit', { isTested: false }],
    [
      'The conformance report is not of this commit.',
      { reportRefusals: ['The conformance report is not of this commit.'] },
    ],
  ] as const)('is not published: %s', ([why, change]) => {
    const refusals = publishRefusals({ ...proven, ...change })
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toContain(why)
  })
})
