import type { CallName, ForeignAnswer, SeenRequest } from '../test/recording-proxy.ts'
import type { Scene } from '../test/sample-scene.ts'
import { changeOf, type SignedAnswer } from './changed-answers.ts'
import type { Script, ScriptedAnswer } from './scenario-form.ts'

interface Forever {
  readonly answer: ScriptedAnswer
}

/** The answers in the place of the server's, and its own with changes. `stranger` is an address that redirects name. */
export function playScripts({ traffic }: Scene, stranger: string): (script: Script) => void {
  const ahead = new Map<CallName, ScriptedAnswer[] | Forever>()
  const planned = new WeakMap<SeenRequest, Extract<ScriptedAnswer, { readonly change: unknown }>>()
  let recorded: SignedAnswer | undefined

  const take = (call: CallName): ScriptedAnswer => {
    const answers = ahead.get(call)
    if (answers === undefined) return 'server'
    return 'answer' in answers ? answers.answer : (answers.shift() ?? 'server')
  }
  traffic.answer((request) => {
    const answer = take(request.call)
    if (typeof answer === 'object' && 'change' in answer) planned.set(request, answer)
    else if (answer !== 'server') return toForeign(answer, stranger)
    return undefined
  })
  traffic.change((answer, request) => {
    if (answer.headers.signature !== undefined) recorded ??= answer
    const plan = planned.get(request)
    if (plan?.change === 'withheld') return 'hang'
    return plan ? changeOf(plan.change)(answer, request, plan.at ?? 0, recorded ?? answer) : answer
  })
  return (script) => {
    ahead.clear()
    for (const [call, answers] of Object.entries(script) as [CallName, ScriptedAnswer | ScriptedAnswer[]][]) {
      ahead.set(call, Array.isArray(answers) ? [...answers] : { answer: answers })
    }
  }
}

function toForeign(
  answer: Exclude<ScriptedAnswer, 'server' | { readonly change: unknown }>,
  stranger: string,
): ForeignAnswer {
  if (typeof answer === 'string') return answer
  const { status, body = '', times = 1, headers = {} } = answer
  const named = Object.entries(headers).map(([name, value]) => [name, value.replace('{stranger}', stranger)])
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, body: text.repeat(times), headers: Object.fromEntries(named) }
}
