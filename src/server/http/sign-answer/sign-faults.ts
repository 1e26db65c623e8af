import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isClientRequest } from '../error-handler.ts'
import type { AnswerSigner } from '../sign-answer.ts'
import { isBodyKnown, signatureRequest } from './signature-request.ts'

type FindApplication = (request: FastifyRequest) => Promise<number | undefined>

/**
 * Signs what the error handler answers to a maker's program. The answers of the calls themselves never come here: they
 * go past Fastify's reply, signed or not. Called before the routes it is for; nothing may touch the bytes behind it.
 */
export function signFaults(app: FastifyInstance, findApplication: FindApplication, signer: AnswerSigner): void {
  const signFault = async (request: FastifyRequest, reply: FastifyReply, text: string): Promise<string> => {
    const asked = signatureRequest(request)
    if (!asked || asked === 'malformed' || !isClientRequest(request) || !isBodyKnown(request)) return text
    asked.applicationId = await findApplication(request)
    if (asked.applicationId === undefined) return text
    const signed = await signer.sign(request, asked, { status: reply.statusCode, text, headers: {} })
    reply.status(signed.status).headers(signed.headers)
    return signed.text
  }
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.headers['x-nonce'] === undefined || typeof payload !== 'string') return payload
    // A fault of signing itself must not keep the answer from going out.
    return signFault(request, reply, payload).catch(() => payload)
  })
}
