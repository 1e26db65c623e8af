import { z } from 'zod'
import { featureTextMaxLength, maxFeatures, maxFeaturesBytes } from '../constants.ts'
import { Line } from './fields.ts'

const FeatureName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be up to 40 letters a-z, digits and _, and begin with a letter')

const FeatureValue = z.union([z.boolean(), z.int(), Line(featureTextMaxLength)], {
  error: `must be true, false, a whole number or a text of up to ${featureTextMaxLength} characters`,
})

const bytesOf = (features: object) => new TextEncoder().encode(JSON.stringify(features)).length

/** What a customer has bought, by name: a program reads it from signed responses and switches functions on by it. */
export const Features = z
  .record(FeatureName, FeatureValue)
  .refine((features) => Object.keys(features).length <= maxFeatures, `must have ${maxFeatures} entries or fewer`)
  .refine(
    (features) => bytesOf(features) <= maxFeaturesBytes,
    `must be at most ${maxFeaturesBytes.toLocaleString('en-US')} bytes of JSON`,
  )

export type Features = z.output<typeof Features>
