import type { Scene } from '../sample-scene.ts'
import type { Scenario } from './scenario.ts'

const unverified = "Connection error: the server's answer could not be verified."
const signed = { isSigned: true } as const

async function logsIn(scene: Scene, actor: Awaited<ReturnType<Scene['start']>>): Promise<void> {
  await actor.atLogin()
  actor.logIn(scene.user.username, scene.user.password)
}

export const signedAnswers: readonly Scenario[] = [
  {
    name: 'shows a refusal that is signed as ever, a wrong API key, which nobody signs, and what cannot be verified',
    async run(setScene) {
      const scene = await setScene(signed)
      const actor = await scene.start()
      actor.logIn(scene.user.username, 'a wrong password')
      await actor.shows('Login failed: Invalid username or password.')
      const body = '{"success":false,"code":"invalid_api_key","message":"Invalid API key"}'
      scene.traffic.answerNext('login', { status: 401, body })
      await logsIn(scene, actor)
      await actor.shows('Login failed: Invalid API key')
      scene.traffic.change((answer) => ({ ...answer, headers: {} }))
      await logsIn(scene, actor)
      await actor.shows(`${unverified}\n`)
      await actor.atLogin()
    },
  },
]
