// The texts of a network's test: what is asked, and what was found.

const en = {
  check_orders: 'Sales',
  check_payouts_mobile: 'Payouts to mobile money',
  check_payouts_bank: 'Payouts to banks',
  check_balance: 'Float balance',
  check_order_status: 'Status of sales',
  check_payouts: 'Payouts',
  check_payout_status: 'Status of payouts',
  result_ok: 'Works',
  result_credentials_wrong: 'Wrong key or secret. Compare both with what the network sent you.',
  result_pin_wrong: 'Wrong PIN. Compare it with the PIN of your float account.',
  result_product_off: 'Not switched on for you. Ask the network to enable it.',
  result_address_not_listed:
    'The network doesn’t know this server’s address. Ask it to add the address to its list.',
  result_unreachable: 'Can’t reach the network. Check this server’s internet.',
  result_silent: 'No clear answer. Try again in a minute.',
  result_key_not_allowed: 'The key may not do this. Give it the permission there, or use another key.',
  result_not_this_api: 'Something else answers at this address. Check the address.',
  result_too_many_requests: 'Asked too often. Try again in a minute.',
  result_address_refused: 'This address can’t be used. Plain http is for a server in your own network.',
}

const sw: Record<keyof typeof en, string> = {
  check_orders: 'Mauzo',
  check_payouts_mobile: 'Kutuma kwa mitandao ya simu',
  check_payouts_bank: 'Kutuma kwa benki',
  check_balance: 'Salio la kutuma',
  check_order_status: 'Hali ya mauzo',
  check_payouts: 'Kutuma pesa',
  check_payout_status: 'Hali ya pesa zilizotumwa',
  result_ok: 'Inafanya kazi',
  result_credentials_wrong: 'Key au secret si sahihi. Linganisha na ulivyopewa na mtandao.',
  result_pin_wrong: 'PIN si sahihi. Linganisha na ya akaunti yako ya kutuma.',
  result_product_off: 'Haijawashwa kwako. Uombe mtandao uiwashe.',
  result_address_not_listed: 'Mtandao hautambui anwani ya seva hii. Uombe uiongeze kwenye orodha.',
  result_unreachable: 'Mtandao haupatikani. Angalia intaneti ya seva hii.',
  result_silent: 'Hakuna jibu la wazi. Jaribu tena baada ya dakika moja.',
  result_key_not_allowed: 'Key haina ruhusa hii. Ipe ruhusa huko, au tumia nyingine.',
  result_not_this_api: 'Anwani hii inajibiwa na kitu kingine. Kagua anwani.',
  result_too_many_requests: 'Maombi ni mengi mno. Jaribu tena baada ya dakika moja.',
  result_address_refused: 'Anwani hii haiwezi kutumika. http ni ya seva iliyo kwenye mtandao wako tu.',
}

export const networkTest = { en, sw }
