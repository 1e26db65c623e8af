import { languageIds, languageOf } from '../../clients/test/languages.ts'
import { setScene } from '../../clients/test/sample-scene.ts'
import { openStage } from '../../clients/test/stage.ts'
import { atMost, type Row, Unmeasurable } from '../figure.ts'

/**
 * The steps of a developer who copies a sample: the server is started, the sample rendered and built, and its user
 * logs in.
 */
export async function samples(): Promise<readonly Row[]> {
  const languages = languageIds.map(languageOf)
  const lacking = languages.flatMap(({ title, missing }) => missing.map((tool) => `${title} (${tool})`))
  if (lacking.length > 0) throw new Unmeasurable(`it needs what builds ${lacking.join(', ')}`)
  const rows: Row[] = []
  for (const language of languages) {
    const startMs = performance.now()
    const stage = await openStage(language)
    const cleanups: (() => Promise<void>)[] = []
    try {
      const scene = await setScene(stage, (cleanup) => cleanups.push(cleanup))
      if (language.face === 'calls') {
        const program = await scene.start({ args: [scene.user.username, scene.user.password] })
        await program.shows('Expires: ')
      } else {
        await scene.logIn()
      }
      const values = [(performance.now() - startMs) / 1000]
      rows.push({ name: `seconds, ${language.title}`, values, digits: 1, target: atMost(180) })
    } finally {
      for (const cleanup of cleanups) await cleanup()
      await stage.close()
    }
  }
  return rows
}
