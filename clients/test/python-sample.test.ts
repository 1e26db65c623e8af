import { describeSample } from './describe-sample.ts'
import { lateLoss } from './scenarios/late-loss.ts'
import { realWindow } from './scenarios/windows.ts'

describeSample('python', realWindow, ...lateLoss)
