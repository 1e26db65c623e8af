import { describeOfflineStart } from './describe-offline-start.ts'

describeOfflineStart('csharp')
