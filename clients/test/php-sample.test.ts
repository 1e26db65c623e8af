import { describeSample } from './describe-sample.ts'
import { withoutCurl } from './scenarios/streams.ts'

describeSample('php', withoutCurl)
