export const application = 'Application'
export const noApplicationsYet = 'No applications yet'
export const id = (name: string, id: number) => `${name} (ID ${id})`
export const copied = 'Copied'
export const codeCopiedToClipboard = 'Code copied to clipboard'
export const partOf = (file: string) => `Part of ${file}`
export const cWinForms = 'C# WinForms'
export const pythonTkinter = 'Python (Tkinter)'
export const python = 'Python'
export const java = 'Java'
export const go = 'Go'
export const rust = 'Rust'
export const theWindowWithIts = (title: string) => `The ${title} window with its login and registration form`
export const theWindowAfterA = (title: string) =>
  `The ${title} window after a login, with user, heartbeats and last verification`
export const compiledAndRunAgainst = (file: string, testedWith: string) =>
  `${file}: run against the server by the tests. Proven on ${testedWith}.`
export const notRunOn = (places: string) => `Unproven: ${places}.`
export const editedNotTested = 'edited, not tested'
export const changedBy = 'Changed by'
export const copyCode = 'Copy Code'
export const zip = '.zip'
export const downloadZip = 'Download .zip'
export const restore = 'Restore'
export const restoreTheShippedText = 'Restore the shipped text?'
export const theEditedTemplateIs = 'The edited template is discarded for everyone on this server.'
export const thisTemplateAppliesTo = 'This template applies to everyone on this server. Placeholders such as'
export const areFilledInFor =
  'are filled in for each application, so keep each exactly once. An edited template is marked as not tested.'
export const yourApiKey = 'YOUR_API_KEY'
export const codeTemplateUpdatedSuccessfully = 'Code template updated successfully'
export const shippedTextRestored = 'Shipped text restored'
export const failedToRestoreShipped = 'Failed to restore shipped text'
export const templateFor = (title: string) => `Template for ${title}`
export const textOf = (editedBy: string) => `Text of ${editedBy}`
export const yourText = 'Your text'
