import { day, hour, type Limit } from './limit.ts'

/** Limits of mail to customers. */
export const mailLimits = {
  mailsWaiting: {
    id: 'R34',
    what: 'mails to customers that wait to be sent',
    key: 'application',
    atOnce: 1000,
    countsRows: true,
    beyond: 'not sent, and counted',
  },
  allMailsWaiting: {
    id: 'R35',
    what: 'mails to customers that wait to be sent',
    key: 'all',
    atOnce: 10_000,
    countsRows: true,
    beyond: 'not sent, and counted',
  },
  mailsOfRecipientPerHour: {
    id: 'R36',
    what: 'mails to one customer',
    key: 'application, recipient',
    limit: 5,
    windowMs: hour,
    countsRows: true,
    beyond: 'license keys wait, up to a day; others are not sent, and counted',
  },
  mailsOfRecipientPerDay: {
    id: 'R36',
    what: 'mails to one customer',
    key: 'application, recipient',
    limit: 20,
    windowMs: day,
    countsRows: true,
    beyond: 'license keys wait, up to a day; others are not sent, and counted',
  },
  testMails: {
    id: 'R36',
    what: 'test mails',
    key: 'dashboard account',
    limit: 10,
    windowMs: hour,
    beyond: '429',
  },
} as const satisfies Record<string, Limit>
