import type { Migration } from '../dialect.ts'
import { initial } from './0001-initial.ts'

/** Every step of the schema in order; append only. */
export const migrations: readonly Migration[] = [initial]
