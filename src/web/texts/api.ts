import { formatCount } from '../ui/text/format.ts'

export const tryAgainInS = (message: string, retryAfterSeconds: number) =>
  `${message}. Try again in ${retryAfterSeconds} s.`
export const connectionLostChangesMade = 'Connection lost. Changes made so far are kept.'
export const alreadyOnThisList = 'Already on this list.'
export const itAlsoBlocksYour = ' It also blocks your own IP address.'
export const atLeast = 'At least '
export const andWouldBeRejected = (least: string, users: number, sessions: number, own: string) =>
  `${least}${formatCount(users, 'user')} and ${formatCount(sessions, 'live session')} would be rejected.${own}`
export const itWasDeletedOr = 'It was deleted, or you no longer have access.'
export const error = 'Error'
export const unknownError = 'Unknown error'
export const exportStarted = 'Export started'
export const theFileIsSaved = 'The file is saved when the download finishes.'
export const exportFailed = 'Export failed'
export const undo = 'Undo'
export const application = 'Application'
export const allApplications = 'All applications'
export const app = (name: string, id: number) => `${name} (App ${id})`
export const nothingToUndo = 'Nothing to undo'
export const itWasChangedAgain = 'It was changed again since, so it stays unchanged.'
export const undone = 'Undone'
