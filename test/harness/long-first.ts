import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest kind first: programs in six languages, then browsers and servers, then parts alone. */
const kinds = ['clients/', 'test/', 'src/']

/**
 * On a fresh clone nothing is known of how long a file takes, and the largest would come first: the samples' files, which
 * are small, would come last, and one core would wait for them.
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
