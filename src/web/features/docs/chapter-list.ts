/** The chapters in order; the ID is the anchor. */
export const chapters = [
  { id: 'quick-start', title: 'Quick Start' },
  { id: 'guide', title: 'Guide' },
  { id: 'api-reference', title: 'API Reference' },
  { id: 'integration-examples', title: 'Integration Examples' },
  { id: 'advanced-features', title: 'Advanced Features' },
  { id: 'errors', title: 'Error Messages Reference' },
  { id: 'security', title: 'Security Best Practices' },
] as const

export type ChapterId = (typeof chapters)[number]['id']
