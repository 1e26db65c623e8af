import { setTimeout as sleep } from 'node:timers/promises'
import type { NodeCluster } from '../harness/node-cluster.ts'
import type { PostgresPair } from '../harness/postgres-pair.ts'

/** How often each thing happens; the first ones come first where the times are equal. */
export interface FaultPlan {
  readonly kills: number
  readonly restarts: number
  readonly failovers: number
  readonly cuts: number
  readonly cutMs: number
}

/** A fault; it ends when the cluster is whole again. */
type Fault = () => Promise<void>

/** The faults of a plan, spread evenly: of each kind in turn, by its share of the time. */
export function plannedFaults(plan: FaultPlan, cluster: NodeCluster, pair: PostgresPair): readonly Fault[] {
  const node = (n: number) => {
    const found = cluster.nodes[n % cluster.nodes.length]
    if (!found) throw new Error('there is no node')
    return found
  }
  const kinds: readonly [number, (n: number) => Promise<void>][] = [
    [plan.kills, (n) => node(n).kill()],
    [plan.restarts, () => pair.restartAtOnce()],
    // the last one needs no standby after it
    [plan.failovers, (n) => pair.failOver({ rebuild: n + 1 < plan.failovers })],
    [
      plan.cuts,
      async (n) => {
        const endCut = node(n).cutNetwork()
        await sleep(plan.cutMs)
        endCut()
      },
    ],
  ]
  return kinds
    .flatMap(([count, work]) => Array.from({ length: count }, (_, n) => ({ at: (n + 0.5) / count, work, n })))
    .sort((a, b) => a.at - b.at)
    .map(({ work, n }) => async () => {
      await work(n)
      await untilReady(cluster)
    })
}

async function untilReady({ nodes }: NodeCluster): Promise<void> {
  for (const node of nodes) {
    const isReady = () =>
      fetch(`${node.server().origin}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
    while (!(await isReady())) await sleep(100)
  }
}

/** SIGTERM and a new start for each node, one after another; of another program if one is given. */
export async function restartInTurn({ nodes }: NodeCluster, program?: string): Promise<void> {
  for (const node of nodes) await node.restart(program)
}
