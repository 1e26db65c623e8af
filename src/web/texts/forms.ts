export const someoneElseChangedOpen = (conflicts: string) =>
  `Someone else changed: ${conflicts}. Open it again to see their values.`
export const days = (days: number) => `${days} Days`
export const never = 'Never'
export const leaveEmptyToNever = 'Leave empty to never expire.'
export const expiresAt = 'Expires At'
export const on = 'On'
export const off = 'Off'
export const none = 'None'
export const discardChanges = 'Discard changes?'
export const yourChangesHaventBeen = "Your changes haven't been saved."
export const keepEditing = 'Keep Editing'
export const discard = 'Discard'
export const password = 'Password'
export const atLeastCharactersA = (dashboardPasswordMinLength: number) =>
  `At least ${dashboardPasswordMinLength} characters. A few unrelated words work well.`
export const passwordMustBeAt = (dashboardPasswordMinLength: number) =>
  `Password must be at least ${dashboardPasswordMinLength} characters.`
export const overwriteChanges = 'Overwrite changes?'
export const someoneElseChangedThis =
  'Someone else changed this while you were editing. Saving replaces their values with yours.'
export const overwrite = 'Overwrite'
export const theirs = 'Theirs'
export const yours = 'Yours'
