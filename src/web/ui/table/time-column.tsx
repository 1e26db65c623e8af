import { Time } from '../text/time.tsx'
import type { Column } from './table-types.ts'

/** The column of a time; `none` stands there for no time. `timeColumn('createdAt', 'Created')` */
export const timeColumn = <Key extends string>(
  key: Key,
  head: string,
  none?: string,
): Column<Readonly<Record<Key, string | null>>> => ({
  ...{ key, head, width: '8rem', card: 'details' },
  cell: (row) => <Time value={row[key]} none={none} />,
})
