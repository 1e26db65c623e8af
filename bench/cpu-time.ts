import { readFileSync } from 'node:fs'

/** Linux reports CPU time to programs in hundredths of a second, whatever the kernel itself uses (USER_HZ). */
const microsecondsPerTick = 10_000

/** CPU microseconds that a process has used so far in all its threads, in user and system mode. */
export function cpuTimeUs(pid: number): number {
  return ticks(pid, ['user', 'system']) * microsecondsPerTick
}

/** The same including all of the process's descendants, running or ended. */
export function cpuTimeOfTreeUs(pid: number): number {
  const own = ticks(pid, wholeTime) * microsecondsPerTick
  return own + childrenOf(pid).reduce((sum, child) => sum + childUs(child), 0)
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)

/** A child that ended a moment ago counts with its parent's ended ones. */
function childUs(pid: number): number {
  try {
    return cpuTimeOfTreeUs(pid)
  } catch {
    return 0
  }
}

/** The CPU time of each descendant, including its ended children. */
export function cpuTimeOfDescendants(pid: number): Map<number, Descendant> {
  const found = new Map<number, Descendant>()
  const look = (parent: number) => {
    for (const child of childrenOf(parent)) {
      try {
        found.set(child, { parent, us: ticks(child, wholeTime) * microsecondsPerTick })
        look(child)
      } catch {
        // it ended meanwhile
      }
    }
  }
  look(pid)
  return found
}

interface Descendant {
  readonly parent: number
  readonly us: number
}

/** CPU microseconds that all of the machine's processes have used, and those taken by a hypervisor (steal). */
export function cpuTimeOfMachineUs(): number {
  const [, user, nice, system, , , interrupts, softInterrupts, stolen] = readFileSync('/proc/stat', 'latin1').split(
    / +/,
  )
  const all = [user, nice, system, interrupts, softInterrupts, stolen]
  return all.reduce((sum, each) => sum + Number(each), 0) * microsecondsPerTick
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** Positions of the fields of /proc/<pid>/stat after the name. */
const places = { user: 11, system: 12, endedUser: 13, endedSystem: 14 } as const
const wholeTime = ['user', 'system', 'endedUser', 'endedSystem'] as const

function ticks(pid: number, kinds: readonly (keyof typeof places)[]): number {
  const fields = statOf(pid)
  return kinds.reduce((sum, kind) => sum + Number(fields[places[kind]]), 0)
}

function statOf(pid: number): string[] {
  return fieldsOf(readFileSync(`/proc/${pid}/stat`, 'latin1'))
}

function fieldsOf(stat: string): string[] {
  // The second field is the program's name in parentheses, and may itself contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** How many CPU microseconds were used while the work ran. */
export async function cpuTimeDuring<T>(
  clock: () => number,
  work: () => Promise<T>,
): Promise<{ us: number; result: T }> {
  const before = clock()
  const result = await work()
  return { us: clock() - before, result }
}
