import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { canMount, mountSmallDisk } from '../../../test/harness/small-disk.ts'
import { DiskFull, openDatabase, withReserve } from './open.ts'

const megabyte = 'x'.repeat(1024 * 1024)

it.skipIf(!canMount)(
  'a full disk takes only changes that may use the reserve, also after a restart, until enough was deleted',
  async () => {
    const disk = mountSmallDisk()
    onTestFinished(() => disk.unmount())
    const open = () => openDatabase({ dataDir: disk.folder, checkpoint: false })
    let database = await open()
    onTestFinished(() => database.close())
    const reserve = () => statSync(join(disk.folder, 'keywright.reserve')).size
    const add = (name: string, value: string) =>
      database.transaction((tx) => tx.insertInto('installation').values({ name, value }).execute())
    for (let row = 0; row < 40; row += 1) await add(`large ${row}`, megabyte)
    expect(reserve()).toBe(32 * 1024 * 1024)
    // A close moves the log into the file.
    await database.close()
    database = await open()

    disk.fill()
    const untilFull = async () => {
      for (let row = 0; row < 100; row += 1) await add(`late ${row}`, megabyte)
    }
    await expect(untilFull()).rejects.toThrow(DiskFull)
    const refused = (name: string) => expect(add(name, '')).rejects.toThrow(DiskFull)
    await refused('small')
    await withReserve(() => add('needed', ''))
    expect([database.isDiskFull(), reserve()]).toEqual([true, 0])

    await database.close()
    database = await open()
    expect(database.isDiskFull()).toBe(true)
    await refused('after the restart')
    await withReserve(() =>
      database.transaction((tx) => tx.deleteFrom('installation').where('name', 'like', 'l% %').execute()),
    )
    await add('again', '')
    expect([database.isDiskFull(), reserve()]).toEqual([false, 0])
    // What was deleted is filled again, and no more: the reserve stays.
    await expect(untilFull()).rejects.toThrow(DiskFull)
    await withReserve(() => add('needed too', ''))
    const rows = await database.reads
      .selectFrom('installation')
      .select('name')
      .where('name', 'like', 'needed%')
      .execute()
    expect(rows).toHaveLength(2)
  },
  60_000,
)
