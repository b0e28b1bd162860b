// The result of testing a payment network, product by product, and the cure.

const messages = {
  ok: 'works',
  credentials_wrong:
    'the network does not accept the key or the secret: compare both with what the network sent you',
  pin_wrong: 'the network does not accept the PIN of the float account',
  product_off: 'this product is not switched on for you: ask the network to enable it',
  address_not_listed:
    'the network does not accept the address of this server: ask it to add the address to its list',
  key_not_allowed: 'the key may not do this: give it the right at the other server, or use another key',
  not_this_api: 'what answers at this address is not this API: check the address',
  too_many_requests: 'the network was asked too often: try again in a minute',
  address_refused: 'the address may not be used: plain http is for a server in your own network',
  unreachable: 'the network cannot be reached from this server: check its connection to the internet',
  silent: 'the network gave no clear answer: try again in a minute',
} as const

/** Whether one product of a network works with the account's credentials. */
export interface NetworkTest {
  readonly name: string
  readonly result: keyof typeof messages
  readonly balance?: number // whole shillings available for payouts, as the network reports
}

/** Returns the result of a test and its cure, for people who run the server. */
export const networkTestMessage = ({ result }: NetworkTest): string => messages[result]
