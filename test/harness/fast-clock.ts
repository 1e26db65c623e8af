/**
 * Loaded into a server by `--import`: its machine's clock is FAST_CLOCK_MS ahead until SIGUSR2 sets it right. The
 * monotonic clock is left alone, as where a real clock is wrong.
 */
let aheadMs = Number(process.env.FAST_CLOCK_MS)
process.on('SIGUSR2', () => (aheadMs = 0))

const RealDate = Date
const nowMs = () => RealDate.now() + aheadMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values) => Reflect.construct(target, values.length === 0 ? [nowMs()] : values),
  get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
})
