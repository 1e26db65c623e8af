import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest kind first: browsers and servers, then unit tests. */
const kinds = ['test/', 'src/']
/** How many others follow each file of the samples. */
const othersBetween = 2

/**
 * Without recorded durations vitest starts with the largest file. The sample tests are small files that run longest: left
 * to the end, they would keep one core busy while the others idle. Their programs wait most of the time, so they begin
 * one by one beside tests that work.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
      return kinds.findIndex((kind) => path.startsWith(kind))
    }
    const sorted = await super.sort(files)
    const samples = sorted.filter((file) => kindOf(file) === -1)
    const others = sorted.filter((file) => kindOf(file) !== -1).toSorted((a, b) => kindOf(a) - kindOf(b))
    const mixed = samples.flatMap((file) => [file, ...others.splice(0, othersBetween)])
    return [...mixed, ...others]
  }
}
