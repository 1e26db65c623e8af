const text = (description: string) => ({ type: 'string', description })

/** For the OpenAPI document: what a program sends to get a signed answer, and what it gets. */
export const signatureRequestHeaders = {
  type: 'object',
  properties: {
    'x-nonce': {
      ...text('Asks for a signed answer: fresh random text for every call. Without it nothing is signed.'),
      pattern: '^[A-Za-z0-9_-]{16,64}$',
    },
    'x-key-id': text('Key ids that the program pins, separated by commas: the server signs with one of them.'),
    'content-digest': text('With X-Nonce: sha-256=:…: of the body. A wrong one is refused with 400.'),
  },
} as const
