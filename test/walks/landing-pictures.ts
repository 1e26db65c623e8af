/** Name of the picture, the address below the application, a text of the screen, and the call that brings its data. */
export const landingPictures = [
  ['users', '?section=users', 'Last Login', '/users'],
  ['overview', '?section=overview', 'Success Rate', '/stats'],
  ['licenses', '/licenses', 'Total Keys', '/licenses/summary'],
  ['activity', '?section=activity', 'User Agent', '/api/activity-logs'],
] as const
