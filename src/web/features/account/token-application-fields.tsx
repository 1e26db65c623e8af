import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { applicationKeys } from '../../query-keys/applications.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FieldGroup } from './field-group.tsx'
import { toggled } from './token-draft.ts'

export interface TokenApplicationFieldsProps {
  /** Undefined: all of the account's. */
  readonly chosen: readonly number[] | undefined
  readonly error: string | undefined
  readonly onChange: (chosen: readonly number[] | undefined) => void
}

/** All applications of the account, or some of them. */
export function TokenApplicationFields({ chosen, error, onChange }: TokenApplicationFieldsProps) {
  const { data } = useQuery({
    queryKey: applicationKeys.own,
    queryFn: ({ signal }) => api('GET /api/applications', { query: {} }, { signal }),
  })
  return (
    <FieldGroup legend="Where" error={error}>
      <div className="flex flex-col items-start gap-3">
        <Segmented<'all' | 'some'>
          label="Which applications"
          options={[
            { value: 'all', label: 'All my applications' },
            { value: 'some', label: 'Chosen ones' },
          ]}
          value={chosen === undefined ? 'all' : 'some'}
          onChange={(which) => onChange(which === 'all' ? undefined : [])}
        />
        {chosen !== undefined && (
          <div className="max-h-48 w-full overflow-y-auto rounded-inner border border-line px-4 py-2.5">
            {data?.length === 0 && <p className="text-fg-2">There is no application yet.</p>}
            {data?.map(({ id, name }) => (
              <Checkbox
                key={id}
                name={`application-${id}`}
                label={<bdi className="break-words">{name}</bdi>}
                checked={chosen.includes(id)}
                onChange={(isIn) => onChange(toggled(chosen, id, isIn))}
              />
            ))}
          </div>
        )}
      </div>
    </FieldGroup>
  )
}
