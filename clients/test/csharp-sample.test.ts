import { describeSample } from './describe-sample.ts'
import { lateLoss } from './scenarios/late-loss.ts'
import { shutdown } from './scenarios/shutdown.ts'
import { realWindow, restoredUser } from './scenarios/windows.ts'

describeSample('csharp', realWindow, restoredUser, shutdown, ...lateLoss)
