import type { Answer } from './create-test-app.ts'

/** The Set-Cookie lines of an answer. */
export function setCookies({ headers }: Answer): readonly string[] {
  const lines = headers['set-cookie'] ?? []
  return Array.isArray(lines) ? lines : [String(lines)]
}

/** `name=value` of a cookie that the answer sets; undefined when it doesn't, or takes it back. */
export function cookieFrom(answer: Answer, name: string): string | undefined {
  const line = setCookies(answer).find((each) => each.startsWith(`${name}=`) && !each.startsWith(`${name}=;`))
  return line?.split(';', 1)[0]
}
