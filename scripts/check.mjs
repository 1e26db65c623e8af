import { join } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { capture, childEnvironment, root } from './run.mjs'
import { runScript } from './run-script.mjs'

/**
 * With fewer modules than this, dependency-cruiser has not read the tree: without a TypeScript version it supports, it
 * would pass without having read any module.
 */
const fewestModules = 300

/**
 * One check: the program, and how many files it read according to its own output. If the exit code says nothing,
 * `isBroken` judges the output.
 * @typedef {{ name: string, args: string[], count: (output: string) => number, fewest?: number,
 *   isBroken?: (output: string) => boolean, show?: (output: string) => string }} Check
 */

const bin = (/** @type {string} */ path) => join(root, 'node_modules', path)

/**
 * @param {string} world
 * @returns {Check}
 */
function types(world) {
  const isOurs = (/** @type {string} */ line) =>
    line.replaceAll('\\', '/').startsWith(`${root.replaceAll('\\', '/')}/`) && !line.includes('node_modules')
  const lines = (/** @type {string} */ output) => output.split(/\r?\n/)
  const isListed = (/** @type {string} */ line) => /^(\/|[A-Za-z]:[\\/])\S.*\.[cm]?[jt]sx?$/.test(line)
  return {
    name: `types of ${world}`,
    args: [
      bin('@typescript/native/bin/tsc'),
      '-p',
      `tsconfig.${world}.json`,
      '--listFiles',
      '--pretty',
      'false',
      // Alone it uses four threads, and each of them computes the types of zod, Kysely and React again.
      '--checkers',
      '1',
    ],
    count: (output) => lines(output).filter((line) => isListed(line) && isOurs(line)).length,
    show: (output) =>
      lines(output)
        .filter((line) => !isListed(line))
        .join('\n'),
  }
}

/** @typedef {{ modules: { source: string }[],
 *   summary: { error: number, violations: { rule: { name: string }, from: string, to: string }[] } }} Cruise */

/** @type {Check[]} */
const checks = [
  // the longest first, so that both cores finish together
  types('test'),
  types('server'),
  {
    name: 'lint and format',
    args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--colors=off', '--max-diagnostics=200'],
    count: (output) => Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0),
  },
  types('web'),
  {
    name: 'directions of imports',
    args: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      'src',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
    ],
    count: (output) => cruised(output).modules.filter(({ source }) => source.startsWith('src/')).length,
    fewest: fewestModules,
    // Its exit code is always 0 with the JSON reporter, so the output is judged here.
    isBroken: (output) => cruised(output).summary.error !== 0,
    show: (output) =>
      cruised(output)
        .summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
        .join('\n'),
  },
  {
    name: 'dead code',
    args: [bin('knip/bin/knip.js'), '--no-progress', '--reporter', 'symbols', '--reporter', './scripts/knip-count.mjs'],
    count: (output) => Number(/knip looked at (\d+) files/.exec(output)?.[1] ?? 0),
  },
  types('shared'),
  {
    name: 'changelog',
    args: [join(root, 'scripts', 'check-changelog.mjs')],
    count: (output) => Number(/^(\d+) versions$/m.exec(output)?.[1] ?? 0),
  },
]

/**
 * @param {string} output
 * @returns {Cruise}
 */
function cruised(output) {
  try {
    return JSON.parse(output)
  } catch {
    return { modules: [], summary: { error: 1, violations: [] } }
  }
}

/**
 * @param {string} node
 * @param {Check} check
 * @returns {Promise<boolean>} whether it found nothing wrong
 */
async function run(node, { name, args, count, fewest = 1, isBroken = () => false, show = (output) => output }) {
  const started = Date.now()
  // GOGC: the type checker is written in Go; its memory use is small, so it may collect garbage rarely
  const { code, output } = await capture(node, args, { env: { GOGC: '400', ...childEnvironment(node) } })
  const seen = count(output)
  const verdict =
    code !== 0 || isBroken(output) ? 'FAILED' : seen < fewest ? `FAILED: looked at fewer than ${fewest}` : 'ok'
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${name.padEnd(22)} ${`${seen} files`.padStart(10)} ${`${seconds} s`.padStart(8)}  ${verdict}`)
  if (verdict !== 'ok') console.log(`\n${(show(output).trim() || output.slice(-4000)).trim()}\n`)
  return verdict === 'ok'
}

await runScript(async () => {
  const node = await ensureReady({ web: false })
  /** @type {boolean[]} */
  const results = []
  // two at a time: each keeps one core busy most of its time
  const waiting = [...checks]
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await run(node, check))
  }
  await Promise.all([worker(), worker()])
  const failed = results.filter((isGood) => !isGood).length
  console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${results.length} checks failed.`)
  return failed === 0 ? 0 : 1
})
