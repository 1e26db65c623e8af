import { holdSlowSockets } from '../../test/harness/raw-connection.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { atLeast, atMost, none, type Row } from '../figure.ts'
import { quantile } from '../statistics.ts'

const ofEach = 2_000
const askEveryMs = 200

export async function slowSockets(): Promise<readonly Row[]> {
  const server = await startServer()
  try {
    const asked: number[] = []
    let refused = 0
    const asking = setInterval(async () => {
      const fromMs = performance.now()
      const isServed = await fetch(`${server.origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      asked.push(performance.now() - fromMs)
      if (!isServed) refused += 1
    }, askEveryMs)
    const cut = await holdSlowSockets(server.origin, ofEach)
    clearInterval(asking)
    const rows = Object.entries(cut).flatMap(([kind, answers]) => [
      {
        name: `${kind}: cut with 408`,
        values: [answers.filter(({ status }) => status === 408).length],
        digits: 0,
        target: atLeast(ofEach),
      },
      {
        name: `${kind}: the last one after, s`,
        values: [Math.max(...answers.map(({ ms }) => ms)) / 1000],
        digits: 1,
        target: atMost(25),
      },
    ])
    return [
      ...rows,
      none('others refused meanwhile', refused),
      { name: 'others asked meanwhile', values: [asked.length], digits: 0 },
      { name: 'their answers, p99, ms', values: [quantile(asked, 0.99)], digits: 1 },
    ]
  } finally {
    await server.stop()
  }
}
