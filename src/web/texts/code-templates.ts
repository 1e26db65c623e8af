export const language = 'Language'
export const editTemplate = 'Edit Template'
export const code = (title: string) => `${title} code`
export const editTemplateOf = (title: string) => `Edit Template: ${title}`
export const saveTemplate = 'Save Template'
export const saving = 'Saving...'
export const templateFor = (title: string) => `Template for ${title}`
