import { describeSample } from './describe-sample.ts'
import { lateLoss } from './scenarios/late-loss.ts'

describeSample('rust', ...lateLoss)
