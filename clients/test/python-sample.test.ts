import { describeSample } from './describe-sample.ts'
import { realWindow } from './scenarios/windows.ts'

describeSample('python', realWindow)
