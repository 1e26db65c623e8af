import { describeSample } from './describe-sample.ts'

describeSample('csharp')
