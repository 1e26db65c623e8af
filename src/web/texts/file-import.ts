import { formatCount, formatNumber } from '../ui/text/format.ts'

export const fileToImport = 'File to import'
export const chooseFile = 'Choose File'
export const chooseAnotherFile = 'Choose Another File'
export const orDropItHere = 'or drop it here, up to 50 MiB'
export const kB = (kilobytes: number) => `· ${formatNumber(kilobytes)} kB`
export const licenseKey = 'license key'
export const thisFileIsLarger = 'This file is larger than 50 MiB. Split it and try again.'
export const importUsers = 'Import Users'
export const importLicenseKeys = 'Import License Keys'
export const nothingIsImportedUntil = 'Nothing is imported until you confirm the preview.'
export const alreadyRunning = 'Already running.'
export const close = 'Close'
export const cancel = 'Cancel'
export const checking = 'Checking…'
export const importing = 'Importing…'
export const importOf = (writes: number, kind: string) => `Import ${formatCount(writes, kind)}`
export const previewImport = 'Preview Import'
export const theImportContinuesIn = 'The import continues in the background.'
export const checkingText = 'Checking'
export const importingText = 'Importing'
export const ofOf = (total: number) => ` of ${formatNumber(total)}`
export const checkingTheFile = 'Checking the file'
export const moreThanDone = (thousands: number, noun: string) => `, more than ${formatCount(thousands, noun)} done`
export const stop = 'Stop'
export const stopping = 'Stopping…'
export const chooseAFileFirst = 'Choose a file first.'
export const nothingToImport = 'Nothing to import.'
export const csvAsExportedFrom = 'CSV, as exported from here'
export const keyAuthExportJsonOr = 'KeyAuth export (JSON or text)'
export const leaveUnchanged = 'Leave unchanged'
export const updateFromTheFile = 'Update from the file, except passwords'
export const discardTheNextLogin = 'Discard; the next login binds a new one'
export const keepExactlyAsThey = 'Keep exactly as they are'
export const importAllAsActive = 'Import all as active'
export const importAllAsInactive = 'Import all as inactive'
export const format = 'Format'
export const existingRecords = 'Existing Records'
export const hardwareIDs = 'Hardware IDs'
export const keys = 'Keys'
export const keyAuthDoesntExportWhich = "KeyAuth doesn't export which keys were used."
export const downloadReport = 'Download Report'
export const stoppedAfter = (done: number, noun: string) => `Stopped after ${formatCount(done, noun)}.`
export const wouldBeImported = (count: number, noun: string) => `${formatCount(count, noun)} would be imported.`
export const imported = (count: number, noun: string) => `${formatCount(count, noun)} imported.`
export const rowsThatAreNot = 'Rows that are not imported'
export const line = (line: number) => `Line ${formatNumber(line)}`
export const andMoreAllIn = (length: number) => `and ${formatNumber(length)} more, all in the report`
export const connectionLostPreviewThe = 'Connection lost. Preview the file again to see which rows are missing.'
export const keygenLicensesJson = 'Keygen licenses (JSON)'
export const listOfKeysOne = 'List of keys, one per line'
export const chooseWhatTheseColumns = 'Choose what these columns contain'
export const dontImport = "Don't import"
export const columnWithoutAName = 'Column without a name'
