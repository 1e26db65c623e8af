import * as texts from '../texts/common.ts'
import type { Column } from '../ui/table/table-types.ts'

export interface ApplicationScopeProps {
  /** null: all applications of the account. */
  readonly applicationId: number | null
  /** Applications by ID. */
  readonly names: ReadonlyMap<number, string>
  /** What stands there for all applications. */
  readonly ofAll: string
}

interface Scoped {
  readonly applicationId: number | null
}

/** The column that says for which application a row applies. */
export const scopeColumn = <Row extends Scoped>(
  { head, width }: Required<Pick<Column<Row>, 'head' | 'width'>>,
  rest: Omit<ApplicationScopeProps, 'applicationId'>,
): Column<Row> => ({
  ...{ key: 'scope', head, width, card: 'details' },
  cell: ({ applicationId }) => <ApplicationScope applicationId={applicationId} {...rest} />,
})

/** For which application an entry of the account applies, in a table. */
export function ApplicationScope({ applicationId, names, ofAll }: ApplicationScopeProps) {
  if (applicationId === null) return <span>{ofAll}</span>
  const name = names.get(applicationId)
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="shrink-0">{texts.app(applicationId)}</span>
      {name !== undefined && <bdi className="min-w-0 truncate text-second text-fg-3">{name}</bdi>}
    </span>
  )
}
