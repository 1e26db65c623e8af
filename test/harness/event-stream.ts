/** Reads `GET /api/events`: the text received so far, and a wait for more. */
export interface EventReader {
  readonly status: number
  text(): string
  /** Resolves with everything so far once it holds the words; rejects when the stream ends before. */
  until(words: string): Promise<string>
  /** Resolves with everything once the server has ended the stream. */
  ended: Promise<string>
  /** The id of the last message. */
  lastId(): string
  close(): void
}

export async function readEvents(
  origin: string,
  cookie: string,
  { query = '', lastEventId }: { readonly query?: string; readonly lastEventId?: string } = {},
): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(`${origin}/api/events${query}`, {
    headers: { cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  })
  let text = ''
  const waiting = new Set<() => void>()
  const read = async () => {
    try {
      for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        text += chunk
        for (const look of waiting) look()
      }
    } catch {
      // closed by the test
    }
    return text
  }
  const ended = read()
  return {
    status: response.status,
    text: () => text,
    ended,
    until: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!text.includes(words)) return
          waiting.delete(look)
          resolve(text)
        }
        waiting.add(look)
        look()
        void ended.then(() => reject(new Error(`the stream ended: ${text}`)))
      }),
    lastId: () => [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '',
    close: () => abort.abort(),
  }
}
