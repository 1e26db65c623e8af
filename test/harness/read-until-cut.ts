interface Streamed {
  stream(): AsyncIterable<unknown>
}

/** Reads a streamed answer, and does this at its first bytes. */
export async function readUntilCut(
  answer: Streamed,
  act: () => Promise<unknown>,
): Promise<{ readonly text: string; readonly isCut: boolean; readonly acted: unknown }> {
  let text = ''
  let acted: Promise<unknown> | undefined
  let isCut = false
  try {
    for await (const chunk of answer.stream()) {
      text += String(chunk)
      acted ??= act()
    }
  } catch {
    isCut = true
  }
  return { text, isCut, acted: await acted }
}
