import { lazyOnOpen } from './lazy-dialog.tsx'

/**
 * A dialog over the page, a bottom sheet on narrow screens. Returns the focus to what opened it.
 * `<Dialog isOpen={isOpen} onClose={close} title="New Application" onSubmit={create} footer={…}>…</Dialog>`
 */
export const Dialog = lazyOnOpen(async () => (await import('./dialog-window.tsx')).DialogWindow)
