// The groups of operations in the API reference, in its order.

/** What each group has, by its name. */
export const tags = {
  Payments:
    'Collect money by QR code, by a push to the customer’s phone, or by card. Also at `/api/v1/payments…`.',
  Sessions:
    'Hosted checkout pages: create a session, give its `checkout_url` to the customer, and receive a webhook when the payment completes.',
  Checkout:
    'The customer’s side of a session. No credential: the link is the key. Browsers get the page, programs get JSON.',
  Payouts: 'Send money to wallets and banks. Also at `/api/v1/payouts…`.',
  Refunds:
    'Give money of a payment or cash sale back: all of it or a part, by the network, by payout, or in cash. Also at `/api/v1/payments…` and `/api/v1/refunds…`.',
  Products:
    'The price list of a merchant, which the live and the sandbox account share: what tills sell and `line_items` name.',
  Profiles: 'How the checkout page looks, and the defaults of its sessions.',
  Till: 'A till is a paired browser: pair it, sign in with a PIN, sell, take cash, close the shift. A paired browser holds a cookie. A request counts as the till’s by the path `/api/v1/till/…`, by the header `Kaunta-Till: 1`, or by `?till=1`. Amounts are whole shillings.',
  Display:
    'The screen that is turned to the customer, on a device of its own. A till pairs it and sets its content. A display can only read that content.',
  Webhooks:
    'Kaunta posts events to the `webhook_url` of a payment or payout, or to the account’s. Each attempt is signed; events of one payment arrive in order; there are five attempts over 45 minutes. The account’s API version when the payment was created decides the format. Here are also the events, their deliveries with every attempt, and resending.',
  Events: 'The requests that Kaunta posts to your `webhook_url`.',
  Account: 'Setup, settings, tokens, API keys and the webhook signing key.',
  Reports: 'Sales, exports, the audit log, network health, and what needs attention.',
  Staff: 'The people of an account, their roles and their logins.',
  Sandbox:
    'Decide what the simulated network answers. Sandbox accounts only: no money moves. The simulated phone at `/phone` needs no credential.',
  Health: 'Whether this server is running and ready.',
} as const

export type Tag = keyof typeof tags
