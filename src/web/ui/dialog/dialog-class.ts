/** Darkens the page behind a dialog. */
export const overlayClass =
  'fixed inset-0 z-50 bg-black/65 data-[state=open]:animate-fade data-[state=closed]:animate-fade-out'

const windowClass =
  'fixed z-50 flex flex-col overflow-hidden low:block low:max-h-dvh low:overflow-y-auto bg-overlay shadow-float outline-none '

/** Centered; below 640 px a bottom sheet. On low screens all of it scrolls. */
export const sheetClass =
  `${windowClass} max-h-[88dvh] ` +
  'inset-x-0 bottom-0 rounded-t-card max-sm:data-[state=open]:animate-slide max-sm:data-[state=closed]:animate-slide-out ' +
  'sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100%-3rem)] sm:rounded-card sm:data-[state=open]:animate-rise sm:data-[state=closed]:animate-rise-out'

/** At the top, whatever its height. */
export const topClass =
  `${windowClass} max-h-[84dvh] inset-x-0 top-0 rounded-b-card data-[state=open]:animate-fade data-[state=closed]:animate-fade-out ` +
  'sm:top-[10dvh] sm:mx-auto sm:w-[calc(100%-3rem)] sm:rounded-card'

/** The part that scrolls, between header and footer. */
export const scrollClass = 'flex min-h-0 flex-col overflow-y-auto overscroll-contain low:overflow-visible'
