/** The page that shows buyers the keys of their order. */
export const looking = 'Looking for your order…'
export const lookingText = 'The shop tells us of your payment. This takes a few seconds.'
export const title = (keys: number) => (keys === 1 ? 'Your license key' : 'Your license keys')
export const keepIt = (keys: number, until: string) =>
  keys === 1
    ? `Copy it and keep it safe. This page shows it until ${until}.`
    : `Copy them and keep them safe. This page shows them until ${until}.`
export const isTest = 'This was a test order: it works for one day.'
export const copy = 'Copy'
export const copyOf = (key: string) => `Copy ${key}`
export const copied = 'Copied'
export const copyFailed = 'Copying failed. Select the key and copy it.'
export const manage = 'Manage your license'
export const notFound = 'No order found'
export const notFoundText = 'If you have just paid, wait a minute and look again. Orders are shown here for 24 hours.'
export const failedText = 'Your order could not be loaded.'
export const lookAgain = 'Look again'
export const toPortal = 'Sign in, or find your key by email'
