import { Segmented } from '../../ui/segmented.tsx'

export interface MineOrAllProps {
  readonly isAll: boolean
  readonly onChange: (isAll: boolean) => void
}

const options = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All' },
] as const

/** Own applications, or those of every account. */
export function MineOrAll({ isAll, onChange }: MineOrAllProps) {
  return (
    <Segmented
      label="Whose applications"
      options={options}
      value={isAll ? 'all' : 'mine'}
      onChange={(value) => onChange(value === 'all')}
    />
  )
}
