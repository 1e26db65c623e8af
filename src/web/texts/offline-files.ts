export const title = 'Offline File'
export const open = 'Offline file…'
export const text = (name: string) =>
  `For a computer that never reaches your server. The program of ${name} shows a request; the file that answers it starts the program there.`
export const ofKey = 'this license key'
export const request = 'Request'
export const requestHint = 'From -----BEGIN to -----END, as the program shows it.'
export const requestMissing = 'Paste the request, or choose its file.'
export const fileWithRequest = 'File with the request'
export const tooLarge = 'This file is too large to be a request.'
export const days = 'Valid for days'
export const daysHint = "It ends with access, if that ends sooner. It can't be called back, not even by a ban."
export const make = 'Make File'
export const making = 'Making...'
export const failed = 'No file was made'
export const madeText = (until: string) => `Works until ${until}, on the computer that asked for it and on no other.`
export const file = 'Offline file'
export const download = 'Download'
export const fileName = (id: number) => `offline-license-${id}.txt`
export const close = 'Done'

export const files = 'Files'
export const none = 'No file was made yet.'
export const worksUntil = 'Works until'
export const expired = 'Expired'
export const withdrawn = 'Withdrawn, works until'
export const madeBy = 'Made by'
export const withdraw = 'Withdraw'
export const withdrawing = 'Withdrawing...'
export const withdrawTitle = 'Withdraw Offline File'
export const withdrawText = (until: string) =>
  `The server gives it out no more. It can't be called back: the program works until ${until}, and until then its user can't release the device in the portal.`
export const withdrawNamed = (hwid: string) => `Withdraw the file of ${hwid}`
export const wasWithdrawn = 'Offline file withdrawn'
