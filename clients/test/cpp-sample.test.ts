import { describeSample } from './describe-sample.ts'
import { lateLoss } from './scenarios/late-loss.ts'
import { licenseKeys } from './scenarios/license-keys.ts'

describeSample('cpp', ...lateLoss, ...licenseKeys)
