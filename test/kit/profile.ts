// Words for tests about profiles.
import { Value } from '@sinclair/typebox/value'
import { ProfileView } from '../../src/wire/profile.ts'
import type { EndpointShop, TestRequest, Who } from './endpoint.ts'
import { at, type TestResponse } from './endpoint-answer.ts'

export const profilesPath = '/api/v1/profiles'

/** Returns the profile in an answer, checked against ProfileView. */
export function profileOf(answer: TestResponse): ProfileView {
  const data = at(answer, 'data')
  if (Value.Check(ProfileView, data)) return data
  throw new Error(`no profile: ${answer.text}`)
}

/** Returns a function that sends requests as an admin by default; `to` follows /api/v1/profiles. */
export const profileRequester =
  (shop: EndpointShop) =>
  (to: string, more: Partial<TestRequest> = {}, as: Who = 'admin'): Promise<TestResponse> =>
    shop.request({ as, path: `${profilesPath}${to}`, ...more })
