export const copied = 'Copied'
export const failedToCopy = 'Failed to copy'
export const darkTheme = 'Dark theme'
export const lightTheme = 'Light theme'
export const searchFailedCheckYour = 'Search failed. Check your connection and try again.'
export const noPagesMatch = 'No pages match.'
export const results = (length: number) => `${length} results`
