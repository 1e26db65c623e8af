import { describeSample } from './describe-sample.ts'
import { lateLoss } from './scenarios/late-loss.ts'
import { licenseKeys } from './scenarios/license-keys.ts'
import { throughDriver } from './through-driver.ts'

describeSample('node', ...throughDriver(licenseKeys), ...lateLoss)
