import type { TestApp } from './create-test-app.ts'

export const metricsToken = 'a token of the tests that is long enough'.replaceAll(' ', '-')

/** What Prometheus would get. */
export async function scrape(test: Pick<TestApp, 'call'>): Promise<string> {
  const { status, text } = await test.call('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return text
}

/** The value of a series; 0 where there is none. */
export function seriesValue(scraped: string, series: string): number {
  const line = scraped.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}
