// The words that were chosen for the pages, where they are: the field's noun on each page, a verb and its
// object on a button, first what happened and then what to do. docs/decisions/0028-words-of-the-pages.md says
// how they are chosen.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

type Words = Readonly<Record<string, { readonly en?: string; readonly sw?: string }>>

const chosen: Readonly<Record<string, Words>> = {
  'admin/app/admin': {
    app_docs: { sw: 'Mwongozo wa API' },
    cashier_text: { sw: 'Fungua kaunta ya malipo uanze kuuza.' },
    claim: { en: 'Create shop' },
    claim_text: { en: 'Takes two minutes. Then try a practice payment.' },
    confirm_title: { en: 'Confirm your password', sw: 'Thibitisha nenosiri' },
    email_wrong: { en: 'Enter a valid e-mail' },
    nav_developers: { sw: 'Wasanidi' },
    leave_title: { en: 'Discard changes?' },
    my_login: { en: 'Login & security', sw: 'Kuingia na usalama' },
    nav_audit_log: { en: 'Audit log', sw: 'Historia ya shughuli' },
    nav_branding: { en: 'Branding', sw: 'Ukurasa wa malipo' },
    nav_links: { en: 'Payment links', sw: 'Viungo vya malipo' },
    nav_payouts: { sw: 'Tuma pesa' },
    nav_tills: { sw: 'Kaunta za malipo' },
    no_access: { en: 'You don’t have access' },
    no_network: { en: 'Connect a payment network to accept real money. Practice works now.' },
    none_fit: { en: 'No results' },
    not_found: { en: 'Page not found' },
    practice_strip: { en: 'No real money' },
    role_developer: { sw: 'Msanidi programu' },
    show_all: { en: 'Clear filters' },
    time_zone_hint: { en: 'Sets when your business day starts' },
  },
  'admin/home/home': {
    attention_ledger_one: { en: 'Balances don’t match' },
    attention_ledger_do: { en: 'Pause payouts and contact support.' },
    than_yesterday: { en: 'vs yesterday, same time' },
    all: { en: 'View all' },
    all_good: { en: 'All good' },
    attention: { en: 'Needs attention' },
    attention_abandoned_other: { en: '{{number}} webhooks failed permanently' },
    attention_unknown_do: { en: 'Don’t hand over goods until they’re confirmed.' },
    attention_unknown_one: { sw: 'Malipo {{number}} yanasubiri uthibitisho' },
    attention_unknown_other: { en: '{{number}} payments awaiting confirmation' },
    attention_unmatched_do: { en: 'Keep it or refund it.' },
    attention_unmatched_one: { en: '{{money}} received without a matching payment' },
    by_hour: { en: 'Sales by hour' },
    by_method: { en: 'Payment methods', sw: 'Njia za malipo' },
    nothing_yesterday: { en: 'No sales by this time yesterday' },
    recent: { en: 'Recent payments' },
    sales: { en: 'Sales', sw: 'Mauzo' },
    success: { en: 'Success rate', sw: 'Kiwango cha mafanikio' },
  },
  'admin/keys/keys': {
    column_created: { en: 'Created' },
    column_permissions: { en: 'Permissions', sw: 'Ruhusa' },
    revoke_text: { en: 'Apps using this key stop working immediately.' },
    scope_metrics_read: { en: 'Read metrics' },
    state_active: { en: 'Active' },
  },
  'admin/links/link-form': {
    mode_fixed: { en: 'Fixed' },
    mode_open: { en: 'Customer enters' },
    appearance: { en: 'Appearance' },
    fields: { en: 'Custom fields' },
  },
  'admin/links/links': {
    column_expires: { en: 'Expires' },
    create: { en: 'Create link' },
    metadata: { en: 'Metadata' },
    title: { en: 'Payment links' },
  },
  'admin/login/login': {
    field_empty: { en: 'Required', sw: 'Jaza sehemu hii' },
  },
  'admin/payments/payments': {
    column_created: { en: 'When', sw: 'Muda' },
    column_reference: { sw: 'Kumbukumbu na.' },
    column_state: { en: 'Status' },
    state_pending: { en: 'Pending' },
    state_unknown: { en: 'Checking' },
    unmatched_other: { en: 'Different amount received' },
  },
  'admin/payments/payment-page': {
    ahead: { en: 'Next' },
    confirm: { en: 'Confirm manually', sw: 'Thibitisha mwenyewe' },
    confirm_reason: { en: 'Reason' },
    confirm_text: {
      en: 'Only if the money is on your network statement. An SMS on the customer’s phone is not proof.',
      sw: 'Thibitisha tu kama pesa zipo kwenye taarifa ya mtandao. SMS ya mteja si uthibitisho.',
    },
    fact_expires: { en: 'Expires' },
    fact_method: { en: 'Method' },
    gross: { en: 'Amount' },
    metadata: { en: 'Metadata' },
    net: { en: 'Net', sw: 'Unapokea' },
    push: { en: 'Send payment request' },
    reason_recipient_not_found: { sw: 'Lipa Namba ya duka haitambuliki.' },
    settlement: { sw: 'Mchanganuo' },
    simulate: { en: 'Simulate customer', sw: 'Jaribu kama mteja' },
    sold_cashier: { en: 'Cashier' },
    unknown_head: { en: 'Waiting for the network to confirm.', sw: 'Mtandao bado haujathibitisha.' },
    void_text: { en: 'The QR code and payment number stop working.' },
  },
  'admin/payments/timeline': {
    ahead_attempt_check_paid: { en: 'Check for a second payment' },
    answer_failed: { en: 'declined' },
    attempt_created_qr: { en: 'QR code shown' },
    attempt_failed: { en: 'Declined by the network' },
    attempt_status_checked_once: { en: 'Checked with the network: {{answer}}' },
    payment_created: { en: 'Created' },
    unmatched_held: { sw: '{{money}} zimeingia bila kutambulika' },
  },
  'admin/payments/unmatched': {
    unmatched: { en: 'Unmatched payments', sw: 'Pesa zisizotambulika' },
  },
  'admin/payouts/payouts': {
    facts: { en: 'Details' },
  },
  'admin/settings/settings': {
    amount_max: { en: 'Maximum amount' },
    expiry: { en: 'Payments expire after' },
    fees_text: { en: 'Fees your networks charge. Used to work out net.' },
    read_only: { en: 'Only owners and admins can change this.' },
  },
  'admin/staff/staff': {
    invite: { en: 'Add team member', sw: 'Ongeza mfanyakazi' },
    grant_allow_text: { en: 'A forged receipt would cost you the goods.' },
    invite_role: { en: 'Role', sw: 'Nafasi' },
    only_you: { en: 'Invite your team', sw: 'Alika wafanyakazi wako' },
    text: { en: 'People who can use this shop' },
  },
  'admin/tills/printers': {
    printer_port: { sw: 'Port' },
  },
  'admin/tills/tills': {
    add_confirm: { en: 'Get pairing code' },
    revoke: { sw: 'Ondoa kaunta' },
    state_waiting: { en: 'Not paired yet' },
    text: { en: 'Devices that take payments. Pair once; cashiers sign in with a PIN.' },
  },
  'admin/webhooks/webhooks': {
    secret_grace: { en: 'Keep old secret for (hours)' },
    column_attempts: { en: 'Attempts' },
    resend_bulk: { en: 'Resend…' },
    resume: { sw: 'Endelea kutuma' },
    secret: { en: 'Signing secret' },
    status_abandoned: { en: 'Failed', sw: 'Imeshindikana' },
    status_failed: { en: 'Retrying' },
    text: { en: 'Get notified about payments. Up to 5 attempts.' },
  },
  'checkout/checkout': {
    cancelled_text: {
      en: '{{shop}} cancelled this payment. To pay, ask them for a new link.',
      sw: '{{shop}} imeghairi malipo haya. Ukitaka kulipa, omba kiungo kipya.',
    },
    method_qr: { en: 'Pay from another phone (QR)' },
    paid_thanks: { en: 'Thank you. {{shop}} received your payment.' },
    bad_link: { en: 'This link is incomplete', sw: 'Kiungo hakijakamilika' },
    method_mobile_money: { sw: 'Mitandao ya simu' },
    methods: { sw: 'Chagua njia ya kulipa' },
    missing: { en: 'Link not found' },
    other_number: { en: 'Change number' },
    receipt_network: { sw: 'Namba ya muamala' },
    receipt_reference: { sw: 'Kumbukumbu Na.' },
    resend_text: { en: 'Didn’t get the request?' },
    unknown: { sw: 'Tunahakiki malipo yako' },
    waiting_keep_open: {
      en: 'This page updates when you’ve paid.',
      sw: 'Usifunge ukurasa huu. Utabadilika ukishalipa.',
    },
  },
  'kit/errors': {
    login_wrong: { en: 'Wrong e-mail or password' },
    scope_missing: { en: 'You don’t have permission. Ask the shop owner.' },
  },
  'kit/kit': {
    error_unreachable: {
      en: 'Can’t reach Kaunta. Check the Wi-Fi and try again.',
      sw: 'Mfumo haupatikani. Angalia Wi-Fi, kisha jaribu tena.',
    },
    offline_text: { en: 'Reconnecting… Nothing is lost.' },
    page_error: { en: 'Something went wrong' },
    reload: { en: 'Reload' },
    unclaimed_title: { en: 'Kaunta isn’t set up yet', sw: 'Kaunta bado haijawekwa tayari' },
  },
  'till/app/till': {
    voice: { en: 'Say the amount', sw: 'Taja kiasi' },
    waiting_push_text: { en: 'Ask the customer to enter their PIN. Sent to {{phone}}' },
    cancel: { en: 'Cancel sale' },
    cash_moves: { en: 'Cash in and out' },
    creating_stop_text: { en: 'If it went through, you’ll find it in Recent sales.' },
    drawer_even: { en: 'Matches' },
    drawer_expected: { en: 'Expected', sw: 'Zinazotarajiwa' },
    drawer_float: { sw: 'Pesa za kuanzia' },
    expired: { en: 'Expired' },
    failed_goods: { sw: 'Usimpe mteja bidhaa.' },
    not_set_up_title: { en: 'Real payments aren’t set up yet' },
    park: { en: 'Park sale' },
    reason_insufficient_balance_do: { sw: 'Mteja aweke pesa, au alipe kwa njia nyingine.' },
    reason_payer_not_found: { sw: 'Namba hii haijasajiliwa kwa malipo ya simu' },
    sales: { en: 'Recent sales', sw: 'Mauzo ya karibuni' },
    unknown: { en: 'Checking payment', sw: 'Tunahakiki malipo' },
    unknown_more: {
      en: 'The network hasn’t confirmed yet. We’ll update this screen.',
      sw: 'Mtandao bado haujathibitisha. Skrini itabadilika yenyewe.',
    },
    waiting_qr_text: {
      en: 'Ask the customer to scan with M-Pesa, Airtel Money, Mixx by Yas, HaloPesa or a bank app.',
      sw: 'Mwombe mteja askani kwa M-Pesa, Airtel Money, Mixx by Yas, HaloPesa au app ya benki.',
    },
  },
  'till/print/print': {
    print: { sw: 'Chapisha risiti' },
  },
  'till/parts/later': {
    display_connected: { en: 'Connected' },
    display_disconnect: { en: 'Disconnect' },
    display_expires: { en: 'Expires in {{left}}' },
    shift_after_other: {
      en: '{{count}} payments ({{money}}) since the last close will count in the next shift.',
    },
    shift_count_go: { en: 'Review' },
    shift_open_text: { en: 'How much cash is in the drawer?', sw: 'Droo ina pesa kiasi gani?' },
  },
  'till/refund/refund': {
    refund_go: { en: 'Refund {{money}}', sw: 'Rudisha {{money}}' },
    refund_state_unknown: { en: 'Checking refund' },
    refund_text_unknown: {
      en: 'The network hasn’t confirmed. Don’t pay again, not in cash either.',
      sw: 'Mtandao haujathibitisha. Usimlipe tena, hata kwa taslimu.',
    },
    refund_way_cash: { en: 'Cash', sw: 'Taslimu' },
  },
  'till/sale/sale': {
    cash_confirm: { en: 'Confirm cash' },
    cash_received: { en: 'Cash received' },
    cash_short: { en: '{{money}} short', sw: 'Pungufu {{money}}' },
    refund: { en: 'Refund', sw: 'Rudisha pesa' },
    confirm: { en: 'Confirm manually', sw: 'Thibitisha mwenyewe' },
    edit_sale: { en: 'Edit sale', sw: 'Rekebisha mauzo' },
    method_link: { en: 'Payment link' },
    method_push: { en: 'Phone request', sw: 'Ombi kwa simu' },
    note_label: { sw: 'Maelezo ya mauzo' },
    note_save: { en: 'Save note' },
    pair_continue: { en: 'Continue' },
    pair_refused: { en: 'This code is wrong or expired. Get a new one in the console.' },
    pair_title: { en: 'Set up this till' },
    sign_in_title: { en: 'Who’s signing in?' },
    switch_cashier: { en: 'Switch cashier' },
  },
  'till/sale/sms-choice': { sms_digits_submit: { en: 'Confirm payment' } },
}

const ui = join(import.meta.dir, '../../../ui')

describe.each(Object.entries(chosen))('%s', (path, words) => {
  test.each(Object.entries(words))('%s', async (key, { en, sw }) => {
    const pages: object[] = Object.values(await import(join(ui, `${path}.text.ts`)))
    const texts = pages.filter(page => 'en' in page && 'sw' in page) as Record<
      'en' | 'sw',
      Record<string, string>
    >[]
    const found = texts.find(page => key in page.en)
    if (en !== undefined) expect(found?.en[key]).toBe(en)
    if (sw !== undefined) expect(found?.sw[key]).toBe(sw)
  })
})
