export const keywright = 'Keywright'
export const cancel = 'Cancel'
export const close = 'Close'
export const discardChanges = 'Discard changes?'
export const yourChangesHaventBeen = "Your changes haven't been saved."
export const keepEditing = 'Keep Editing'
export const discard = 'Discard'
export const done = 'Done'
export const thisPartOfThe = (message: string) => `This part of the page stopped working: ${message}`
export const copyDetails = 'Copy details'
export const backToDashboard = 'Back to Dashboard'
export const requestId = (request: string) => `Request ID: ${request}`
export const tryAgain = 'Try again'
export const loading = 'Loading...'
export const requestIdText = 'Request ID'
export const requestIdText2 = 'request ID'
export const time = (value: string) => `${value} time`
export const neverExpires = 'Never expires'
export const mustBe0Or = 'Must be 0 or more.'
export const mustBe1Or = 'Must be 1 or more.'
export const mustBeAWhole = 'Must be a whole number.'
export const mustBeOrLess = (max: string) => `Must be ${max} or less.`
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'
export const hide = 'Hide'
export const show = 'Show'
export const capsLockIsOn = 'Caps Lock is on'
export const clearSearch = 'Clear search'
export const failedToLoadThis = 'Failed to load this part of the page'
export const cantReachTheServer = "Can't reach the server. Check your connection and try again."
export const about = (about: string) => `About ${about}`
export const selected = 'Selected'
export const selectAllLoadedRows = 'Select all loaded rows'
export const actions = 'Actions'
export const details = 'Details'
export const ascending = (head: string) => `${head}, ascending`
export const descending = (head: string) => `${head}, descending`
export const defaultOrder = 'Default order'
export const sortBy = 'Sort by'
export const select = (row: string | number) => `Select ${row}`
export const filter = 'Filter'
export const filterOf = (chosen: number) => `Filter (${chosen})`
export const columnsAndRows = 'Columns and rows'
export const compactRows = 'Compact rows'
export const noMatches = 'No matches'
export const clearFilters = 'Clear filters'
export const loadMore = 'Load more'
export const copied = 'Copied'
export const codeCopiedToClipboard = 'Code copied to clipboard'
export const copiedToClipboard = 'Copied to clipboard'
export const failedToCopy = 'Failed to copy'
export const copy = (what: string) => `Copy ${what}`
export const justNow = 'just now'
export const never = 'Never'
export const left = (left: string) => `${left} left`
export const ofOf = (what: string, ofText: string) => `${what} of ${ofText}`
export const hideOf = (name: string) => `Hide ${name}`
export const showOf = (name: string) => `Show ${name}`
