export const language = 'Language'
export const cancel = 'Cancel'
export const save = 'Save'
export const saving = 'Saving...'
export const editCode = 'Edit Code'
export const templateFor = (label: string) => `Template for ${label}`
export const code = (label: string) => `${label} code`
export const noApplicationsYet = 'No applications yet'
export const createOneToFill = 'Create one to fill its API key into the code below.'
export const newApplication = 'New Application'
export const apiKey = 'API Key'
export const copiedToClipboard = 'Copied to clipboard'
export const baseUrl = 'Base URL'
export const baseUrlText = 'base URL'
