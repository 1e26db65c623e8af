/** The chapters in order; the ID is the anchor. */
export const chapters = [
  { id: 'quick-start', title: 'Quick Start' },
  { id: 'api-reference', title: 'API Reference' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'integration-examples', title: 'Integration Examples' },
  { id: 'advanced-features', title: 'Advanced Features' },
  { id: 'signed-answers', title: 'Signed Answers' },
  { id: 'offline-lease', title: 'Offline Lease' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'errors', title: 'Error Messages Reference' },
  { id: 'all-calls', title: 'All Calls' },
  { id: 'security', title: 'Security Best Practices' },
] as const

export type ChapterId = (typeof chapters)[number]['id']
