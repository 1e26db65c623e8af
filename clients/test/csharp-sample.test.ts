import { describeSample } from './describe-sample.ts'
import { realWindow, restoredUser } from './scenarios/windows.ts'

describeSample('csharp', realWindow, restoredUser)
