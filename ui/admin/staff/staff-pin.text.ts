// The words of PINs and of the permission to complete payments by hand; ui/admin/staff/staff.text.ts has
// those of staff.

const en = {
  pin_card: 'PIN for the tills',
  pin_only_owner: 'Whoever has an owner’s PIN sells and signs as the owner: only owners set it.',
  pin_text_live: '{{name}} signs in with it on the tills of the live account. Nobody can read it here later.',
  pin_text_practice:
    '{{name}} signs in with it on the tills of the practice account; the live account has PINs of its own. Nobody can read it here later.',
  pin_own_live: 'You sign in with it on the tills of the live account. Nobody can read it here later.',
  pin_own_practice:
    'You sign in with it on the tills of the practice account; the live account has PINs of its own.',
  pin_hint_own: '4 to 8 digits. A new one ends a lock, and signs you out of the till you are on.',
  pin_set: 'Set',
  pin_none: 'No PIN yet',
  pin: 'PIN',
  pin_new: 'New PIN',
  pin_hint: '4 to 8 digits. A new one ends a lock, and signs them out of the till they are on.',
  pin_digits: '4 to 8 digits',
  pin_easy: 'Too easy to guess: not all the same, not counting up or down, not a pair repeated',
  pin_save: 'Set the PIN',
  pin_change: 'Change the PIN',
  pin_saved: 'The PIN is set',
  grant_card: 'Complete payments by hand',
  grant_text:
    'Where the customer shows a receipt but the network has said nothing, the payment can be completed by its receipt number.',
  grant_on: 'Allowed',
  grant_off: 'Not allowed',
  grant_give: 'Allow it',
  grant_take: 'No longer allow it',
  grant_ask: 'Let {{name}} complete payments by hand?',
  grant_ask_text:
    'A payment completed by hand counts as paid although no network confirmed it. A forged receipt then costs you the goods.',
  grant_ask_trail:
    'Each one asks for the PIN, a reason and the receipt number, and stands in the audit trail.',
  grant_yes: 'Allow it',
}

const sw: Record<keyof typeof en, string> = {
  pin_card: 'PIN ya kaunta',
  pin_only_owner: 'Mwenye PIN ya mwenye duka huuza na kutia sahihi kwa jina lake: wenye duka tu huiweka.',
  pin_text_live:
    '{{name}} huingia nayo kwenye kaunta za akaunti halisi. Hakuna anayeweza kuisoma hapa baadaye.',
  pin_text_practice:
    '{{name}} huingia nayo kwenye kaunta za akaunti ya mazoezi; akaunti halisi ina PIN zake. Hakuna anayeweza kuisoma hapa baadaye.',
  pin_own_live: 'Unaingia nayo kwenye kaunta za akaunti halisi. Hakuna anayeweza kuisoma hapa baadaye.',
  pin_own_practice: 'Unaingia nayo kwenye kaunta za akaunti ya mazoezi; akaunti halisi ina PIN zake.',
  pin_hint_own: 'Tarakimu 4 hadi 8. Mpya hukufungulia ukiwa umefungiwa, na hukutoa kwenye kaunta uliyopo.',
  pin_set: 'Imewekwa',
  pin_none: 'Bado hakuna PIN',
  pin: 'PIN',
  pin_new: 'PIN mpya',
  pin_hint: 'Tarakimu 4 hadi 8. Mpya humfungulia aliyefungiwa, na humtoa kwenye kaunta aliyopo.',
  pin_digits: 'Tarakimu 4 hadi 8',
  pin_easy: 'Ni rahisi kukisia: zisifanane zote, zisifuatane, wala jozi isijirudie',
  pin_save: 'Weka PIN',
  pin_change: 'Badilisha PIN',
  pin_saved: 'PIN imewekwa',
  grant_card: 'Kukamilisha malipo kwa mkono',
  grant_text:
    'Mteja akionyesha risiti lakini mtandao haujasema kitu, malipo yanaweza kukamilishwa kwa namba ya risiti yake.',
  grant_on: 'Anaruhusiwa',
  grant_off: 'Haruhusiwi',
  grant_give: 'Mruhusu',
  grant_take: 'Usimruhusu tena',
  grant_ask: 'Umruhusu {{name}} kukamilisha malipo kwa mkono?',
  grant_ask_text:
    'Malipo yaliyokamilishwa kwa mkono huhesabiwa yamelipwa ingawa mtandao haukuthibitisha. Risiti bandia itakupotezea bidhaa.',
  grant_ask_trail: 'Kila moja huhitaji PIN, sababu na namba ya risiti, na hubaki kwenye rekodi ya matendo.',
  grant_yes: 'Mruhusu',
}

export const staffPin = { en, sw }
