import { formatCount } from '../ui/text/format.ts'

export const noHeartbeatFor90 = 'No heartbeat for 90 seconds.'
export const theUserLoggedOut = 'The user logged out.'
export const replacedByANewer = 'Replaced by a newer session of the user.'
export const endedFromTheDashboard = 'Ended from the dashboard.'
export const theUsernameOrEmail = 'The username or email is on the blacklist.'
export const copied = 'Copied'
export const apiKeyCopiedTo = 'API key copied to clipboard'
export const apiKey = 'API key'
export const app = (applicationId: number) => `App ${applicationId}`
export const yourRoleIsThis = (role: string, needed: string) => `Your role is ${role}; this needs ${needed}.`
export const thisNeedsTheRole = (needed: string) => `This needs the role ${needed} in this application.`
export const toChangeThisApplication = (permission: string) =>
  `To change this application you need the permission ${permission}.`
export const general = 'General'
export const devices = 'Devices'
export const offline = 'Offline'
export const data = 'Data'
export const team = 'Team'
export const dangerZone = 'Danger Zone'
export const error = 'Error'
export const paused = 'Paused'
export const active = 'Active'
export const inactive = 'Inactive'
export const expired = 'Expired'
export const grace = 'Grace'
export const banned = 'Banned'
export const licenseKey = 'License key'
export const seats = (count: number) => formatCount(count, 'seat')
export const login = 'Login'
export const exportAsCsv = 'Export as CSV'
export const exportAsJson = 'Export as JSON'
