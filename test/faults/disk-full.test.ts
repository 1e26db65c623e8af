import { expect, it } from 'vitest'
import { canMount, fillDisk } from '../../bench/faults/disk-full.ts'

it.skipIf(!canMount)(
  'a full disk refuses changes, lets logins and heartbeats go on, loses nothing, and is over when there is room',
  async () => {
    expect(await fillDisk()).toEqual([])
  },
  120_000,
)
