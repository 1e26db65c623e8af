import type { SampleLanguage, SampleValues } from '../../src/shared/render-sample.ts'
import { openWorkshop } from './build-sample.ts'
import { languageOf } from './languages.ts'
import { type Program, startProgram } from './program.ts'

/** A sample that runs as a process of its own. */
export type ConsoleProgram = Program

/** Renders a sample with these values into a temporary folder and starts it as a user would. */
export async function startConsole(options: {
  readonly language: SampleLanguage
  readonly values: SampleValues
  readonly args?: readonly string[]
}): Promise<ConsoleProgram> {
  const workshop = await openWorkshop()
  const { command } = await workshop.build(languageOf(options.language), options.values)
  const program = startProgram([...command, ...(options.args ?? [])], { folder: await workshop.newHome() })
  return {
    ...program,
    stop: async () => {
      await program.stop()
      await workshop.remove()
    },
  }
}
