import { lazyOnOpen } from './lazy-dialog.tsx'

/**
 * Asks before something that cannot be undone. The caller closes it, so that it stays open when the action fails.
 * Fetched on first use to keep it out of the first load.
 * `<ConfirmDialog isOpen={…} onClose={…} title="Delete Application" text="…" confirmText="Delete Application" onConfirm={remove} />`
 */
export const ConfirmDialog = lazyOnOpen(async () => (await import('./confirm-window.tsx')).ConfirmWindow)
