/**
 * The table's elements are laid out as grids, and some browsers then forget what they are; said aloud, every browser
 * keeps it.
 */
export const tableRole = { role: 'table' } as const
export const rowGroupRole = { role: 'rowgroup' } as const
export const rowRole = { role: 'row' } as const
export const headRole = { role: 'columnheader' } as const
export const cellRole = { role: 'cell' } as const
