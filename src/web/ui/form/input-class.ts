/** The classes of every text control. 16 px on touch, or the browser zooms in. */
export const inputClass =
  'w-full min-w-0 rounded-control border border-control bg-raised px-3 text-body text-fg touch:text-section ' +
  'transition-[border-color] duration-150 hover:border-fg-3 focus-visible:-outline-offset-1 focus-visible:border-accent ' +
  // Not `read-only:`, which matches every select.
  'aria-invalid:border-bad [&[readonly]]:bg-surface [&[readonly]]:text-fg-2 disabled:cursor-not-allowed disabled:opacity-50'

/** Height of a one-line control. */
export const lineHeightClass = 'h-9 touch:h-11'
