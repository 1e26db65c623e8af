import { day, hour, type Limit, minute } from './limit.ts'

/** Rate limits of the customers' portal. */
export const portalLimits = {
  portalCalls: {
    id: 'R37',
    what: 'calls of a customer who is signed in to a portal',
    key: 'session of the portal',
    limit: 120,
    windowMs: minute,
    beyond: '429',
  },
  unknownPortals: {
    id: 'R38',
    what: 'addresses of portals that are none',
    key: 'address',
    limit: 60,
    windowMs: minute,
    beyond: '429 for every portal from there',
  },
  portalCodesPerHour: {
    id: 'R39',
    what: 'codes that a portal sends to one customer',
    key: 'user or license',
    limit: 3,
    windowMs: hour,
    countsRows: true,
    beyond: 'none is sent, and the answer is the same',
  },
  portalCodesPerDay: {
    id: 'R39',
    what: 'codes that a portal sends to one customer',
    key: 'user or license',
    limit: 6,
    windowMs: day,
    countsRows: true,
    beyond: 'none is sent, and the answer is the same',
  },
  portalCodeTries: {
    id: 'R40',
    what: 'codes that are tried, right ones too',
    key: 'code that was sent',
    atOnce: 5,
    countsRows: true,
    beyond: 'the code no longer works',
  },
  portalMailCalls: {
    id: 'R41',
    what: 'calls of a portal that ask for mail',
    key: 'application, address',
    limit: 10,
    windowMs: 10 * minute,
    beyond: '429',
  },
  wrongPortalCodes: {
    id: 'R42',
    what: 'wrong codes',
    key: 'application, address',
    limit: 10,
    windowMs: 10 * minute,
    beyond: '429, not looked up',
    persistedAs: 'portal-code-address',
  },
} as const satisfies Record<string, Limit>
