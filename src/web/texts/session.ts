export const passkeysNeedHttpsAnd = 'Passkeys need HTTPS and a host name. Ask your administrator to set PUBLIC_URL.'
export const openThisPageAt = (host: string) => `Open this page at ${host} to use passkeys.`
export const thisBrowserDoesntSupport = "This browser doesn't support passkeys here. Use another browser."
