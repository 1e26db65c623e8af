/** Explicit ARIA roles: `display: grid` makes some browsers drop the native table semantics. */
export const tableRole = { role: 'table' } as const
export const rowGroupRole = { role: 'rowgroup' } as const
export const rowRole = { role: 'row' } as const
export const headRole = { role: 'columnheader' } as const
export const cellRole = { role: 'cell' } as const
