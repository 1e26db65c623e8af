import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest kind first: programs in six languages, then browsers and servers, then unit tests. */
const kinds = ['clients/', 'test/', 'src/']

/**
 * Without recorded durations vitest starts with the largest file. The sample tests are small files that run longest: left
 * to the end, they would keep one core busy while the others idle.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
      return kinds.findIndex((kind) => path.startsWith(kind))
    }
    return (await super.sort(files)).toSorted((a, b) => kindOf(a) - kindOf(b))
  }
}
