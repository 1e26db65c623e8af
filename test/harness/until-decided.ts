/** Asks again while a busy machine answers 503, which says nothing of what was asked; as programs do. */
export async function untilDecided<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}
