import type { Figure } from './figure.ts'
import { runFigures } from './run-figures.ts'

const faults: readonly Figure[] = []

process.exitCode = await runFigures('faults', faults)
