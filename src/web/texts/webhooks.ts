import { formatCount, formatNumber } from '../ui/text/format.ts'

export const webhookCreated = 'Webhook Created'
export const getsAMessageFor = (format: string) => `${format} gets a message for each event you chose.`
export const deleteWebhook = 'Delete Webhook'
export const willReceiveNoMore =
  'will receive no more events, and pending deliveries are discarded. This action cannot be undone.'
export const deleteText = 'Delete'
export const deleting = 'Deleting...'
export const allDeliveries = 'All deliveries'
export const allEvents = 'All events'
export const redeliver = (event: string) => `Redeliver ${event}`
export const deliveries = 'Deliveries'
export const deliveryStatus = 'Delivery status'
export const event = 'Event'
export const refresh = 'Refresh'
export const redeliverFailed = 'Redeliver Failed'
export const noDeliveriesMatchThese = 'No deliveries match these filters.'
export const noDeliveriesYet = 'No deliveries yet'
export const deliveriesToThisWebhook = 'Deliveries to this webhook appear here with their responses.'
export const sendTest = 'Send Test'
export const test = 'Test'
export const status = 'Status'
export const code = 'Code'
export const duration = 'Duration'
export const attempt = 'Attempt'
export const ofOf = (attempt: number, maxAttempts: number) => `${attempt} of ${maxAttempts}`
export const nextRetry = 'Next retry'
export const none = 'None'
export const created = 'Created'
export const noneYet = 'None yet'
export const ms = (ms: number) => `${formatNumber(ms)} ms`
export const delivery = 'Delivery'
export const deliveryOf = (event: string) => `Delivery of ${event}`
export const deliveryId = 'delivery ID'
export const close = 'Close'
export const redeliverText = 'Redeliver'
export const redelivering = 'Redelivering…'
export const noResponse = 'No response'
export const lastAttempt = 'Last attempt'
export const error = 'Error'
export const requestHeaders = 'Request headers'
export const payload = 'Payload'
export const copyAsSent = 'Copy As Sent'
export const payloadAsSent = 'payload as sent'
export const emptyResponse = 'Empty response'
export const responseFirst2KiB = 'Response (first 2 KiB)'
export const aUserLoggedIn = 'A user logged in.'
export const unknownUsernameOrWrong = 'Unknown username or wrong password.'
export const aUserRegistered = 'A user registered.'
export const rejectedDisabledPausedOr = 'Rejected: disabled, paused or banned.'
export const rejectedTheUserOr = 'Rejected: the user or their license has expired.'
export const rejectedTheVersionIs = 'Rejected: the version is outdated.'
export const rejectedNotTheBound = 'Rejected: not the bound device.'
export const rejectedTheIpAddress = 'Rejected: the IP address is on the blacklist.'
export const rejectedTheUsernameOr = 'Rejected: the username or email is on the blacklist.'
export const rejectedTheHardwareId = 'Rejected: the hardware ID is on the blacklist.'
export const aSessionStarted = 'A session started.'
export const aSessionEnded = 'A session ended.'
export const inTheLastHour = 'In the last hour'
export const inTheLast24 = 'In the last 24 hours'
export const inTheLast7 = 'In the last 7 days'
export const inTheLast30 = 'In the last 30 days'
export const redeliverAllFailed = 'Redeliver All Failed'
export const resendsEveryFailedDelivery =
  'Resends every failed delivery with its original ID, so your server can spot duplicates.'
export const failed = 'Failed'
export const dontKeepIt = "Don't keep it"
export const rotateSecret = 'Rotate Secret'
export const createsANewSecret = 'Creates a new secret, shown once. This action cannot be undone.'
export const rotating = 'Rotating…'
export const keepOldSecretFor = 'Keep Old Secret For'
export const deliveriesCarryBothSignatures =
  'Deliveries carry both signatures until then, so your server can switch without losing any.'
export const signingSecret = 'Signing Secret'
export const copyItNowYou = "Copy it now: you won't see it again. If you lose it, rotate it."
export const signingSecretText = 'signing secret'
export const thePreviousSecretAlso = 'The previous secret also signs until'
export const soYourServerCan = ', so your server can accept either.'
export const sendATestEvent = 'Send a test event now?'
export const edit = 'Edit'
export const sending = 'Sending…'
export const theEndpointDidntRespond = "The endpoint didn't respond. Check the URL."
export const yourServer = 'Your server'
export const inMs = (ms: number) => ` in ${formatNumber(ms)} ms`
export const respondedWith = (receiver: string, code: number, what: string) =>
  `${receiver} responded with ${code}${what}.`
export const sendsOneSampleEvent = 'Sends one sample event now, even if the webhook is inactive.'
export const notEncryptedOthersOn =
  'Not encrypted: others on the network can read your events. Use https:// if you can.'
export const privateAddressDeliveriesFail =
  "Private address: deliveries fail unless the server's WEBHOOK_ALLOW_CIDRS includes it."
export const deliveryQueued = 'Delivery queued'
export const failedToRedeliver = 'Failed to redeliver'
export const queued = (count: number) => `${formatCount(count, 'delivery', 'deliveries')} queued`
export const failedToSendTest = 'Failed to send test'
export const webhookCreatedText = 'Webhook created'
export const failedToCreateWebhook = 'Failed to create webhook'
export const webhookUpdated = 'Webhook updated'
export const undo = 'Undo'
export const webhookDeleted = 'Webhook deleted'
export const failedToRotateSecret = 'Failed to rotate secret'
export const python = 'Python'
export const deliveriesAreSignedAs =
  'Deliveries are signed as in Standard Webhooks: HMAC-SHA256 of ID, timestamp and body. Reject deliveries older than 5 minutes.'
export const language = 'Language'
export const verifyADeliveryIn = (label: string) => `Verify a delivery in ${label}`
export const verifySignatures = 'Verify Signatures'
export const events = 'Events'
export const application = 'Application'
export const allApplications = 'All applications'
export const all12Events = 'All 12 events'
export const more = (first: string, length: number) => `${first} +${length} more`
export const disable = 'Disable'
export const enable = 'Enable'
export const active = 'Active'
export const inactive = 'Inactive'
export const stopped = 'Stopped'
export const pending = (pendingCount: string) => `pending ${pendingCount}`
export const url = 'URL'
export const leaveEmptyToKeep = 'Leave empty to keep the current URL.'
export const format = 'Format'
export const whenOffEventsArent = "When off, events aren't sent, not even later."
export const thisUrlIsItself = "This URL is itself a secret: it's masked after saving, and messages aren't signed."
export const app = (applicationId: number) => `App ${applicationId}`
export const secretOptional = 'Secret (Optional)'
export const signsEachDeliverySo =
  'Signs each delivery so your server can verify it. Leave empty to generate one, shown once.'
export const byTheUrl = 'By the URL'
export const byTheUrlOf = (derived: string) => `By the URL: ${derived}`
export const onlyUserLogin = 'Only user_login'
export const all12 = 'All 12'
export const addWebhook = 'Add Webhook'
export const sendEventsToYour = 'Send events to your server as they happen.'
export const createWebhook = 'Create Webhook'
export const creating = 'Creating…'
export const editWebhook = 'Edit Webhook'
export const saveChanges = 'Save Changes'
export const saving = 'Saving...'
export const enterAUrl = 'Enter a URL.'
export const chooseAtLeastOne = 'Choose at least one event.'
export const itsDeliveriesCanInclude = 'Its deliveries can include other applications, so only the owner can see them.'
export const moreActions = 'More actions'
export const allWebhooks = 'All webhooks'
export const stoppedByTheServer = 'Stopped by the server'
export const theEndpointKeepsFailing = 'The endpoint keeps failing. Next attempt'
export const successRate = 'Success Rate'
export const attemptsOfTheLast = 'Attempts of the last 7 days with a 2xx response.'
export const attempts = 'Attempts'
export const inTheLast7Days = 'In the last 7 days, retries included.'
export const failedOf = (failedTries: number) => `${formatNumber(failedTries)} failed`
export const pendingText = 'Pending'
export const deliveriesWaitingOrBeing =
  'Deliveries waiting or being retried. A growing number means the endpoint is falling behind.'
export const discord = 'Discord'
export const slack = 'Slack'
export const telegram = 'Telegram'
export const delivered = 'Delivered'
export const webhooks = 'Webhooks'
export const noWebhooksForThis = 'No webhooks for this application.'
export const noWebhooksYet = 'No webhooks yet'
export const sendLoginsAndRejections =
  'Send logins and rejections to your server, Discord, Slack or Telegram as they happen.'
export const actionsFor = (url: string) => `Actions for ${url}`
