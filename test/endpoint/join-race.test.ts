// Two people use one claim code or one invitation in parallel: one gets in, and the other leaves no login
// behind.
import { afterEach, expect, test } from 'bun:test'
import { checkClaimCode, newClaimCode } from '../../src/flow/account.ts'
import { updateRole } from '../../src/store/staff.ts'
import { type EndpointShop, owner } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'
import { openServerOnNodes, openShopOnNodes } from '../kit/endpoint-nodes.ts'

type Box = Pick<Awaited<ReturnType<typeof openServerOnNodes>>, 'login' | 'close'>
const password = 'siri-ya-tatu-sana'
const emails = ['a@duka.co.tz', 'b@duka.co.tz', 'c@duka.co.tz']
let box: Box
afterEach(() => box.close())

/** Returns the e-mail addresses that have a login. */
async function loginsOf({ login }: Box): Promise<string[]> {
  const found = await Promise.all(emails.map(email => login.findByEmail(email)))
  return found.flatMap(one => one?.email ?? [])
}
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

test('of parallel claims one wins, and the others leave no login', async () => {
  const server = await openServerOnNodes()
  box = server
  const code = await newClaimCode(server.appliance)
  const answers = await Promise.all(
    emails.map(email =>
      server.request({
        path: '/api/v1/setup/claim',
        json: { code, store: 'Duka', name: email, email, password },
      }),
    ),
  )
  expect(statusesOf(answers)).toEqual([201, 409, 409])
  expect(await loginsOf(box)).toHaveLength(1)
})

test('a claim whose code another claim has used up hears of the owner, not of an expired code', async () => {
  const server = await openServerOnNodes()
  box = server
  const code = await newClaimCode(server.appliance)
  const [email = ''] = emails
  const json = { code, store: 'Duka', name: 'N', email, password }
  expect((await server.request({ path: '/api/v1/setup/claim', json })).status).toBe(201)
  await expect(checkClaimCode(server.appliance, code)).rejects.toMatchObject({ reason: 'already_claimed' })
})

async function invited() {
  const shop = await openShopOnNodes()
  box = shop
  const made = await shop.request({
    as: 'owner',
    path: '/api/v1/invitations',
    json: { name: 'X', role: 'cashier' },
  })
  const code = new URL(textAt(made, 'data.url')).searchParams.get('code')
  return { shop, code, id: textAt(made, 'data.id') }
}

/** Demotes the inviter, who may not give the role any more. */
async function demoteInviter({ login, appliance, accounts }: EndpointShop): Promise<void> {
  const inviter = await login.findByEmail(owner.email)
  await appliance.store.write(tx => updateRole(tx, accounts.sandbox.id, inviter?.id ?? '', 'cashier'))
}

test('of parallel joins by one invitation one wins, and the others leave no login', async () => {
  const { shop, code } = await invited()
  const answers = await Promise.all(
    emails.map(email => shop.request({ path: '/api/v1/join', json: { code, name: 'N', email, password } })),
  )
  expect(statusesOf(answers)).toEqual([201, 403, 403])
  expect(await loginsOf(box)).toHaveLength(1)
})

test('a join that is refused leaves no login', async () => {
  const { shop, code } = await invited()
  await demoteInviter(shop)
  const [email = ''] = emails
  const answer = await shop.request({ path: '/api/v1/join', json: { code, name: 'N', email, password } })
  expect(answer.status).toBe(403)
  expect(await loginsOf(box)).toEqual([])
})

test('a join that is refused keeps the login of a person who had one', async () => {
  const { shop, code } = await invited()
  const [email = ''] = emails
  await shop.login.createStaff({ name: 'N', email, password })
  await demoteInviter(shop)
  const answer = await shop.request({ path: '/api/v1/join', json: { code, name: 'N', email, password } })
  expect(answer.status).toBe(403)
  expect(await loginsOf(box)).toEqual([email])
})
