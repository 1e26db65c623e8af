import { describeSample } from './describe-sample.ts'

describeSample('python')
