// The texts for errors that only the console can meet: of networks, reconciliation, approvals,
// people, webhooks and back-ups. It adds them to errors.text.ts when it begins, so that tills do not load
// them.
import type { FieldReason } from '../../src/domain/field-reason.ts'
import type { reconciliationReasons } from '../../src/domain/reconciliation-reason.ts'
import type { shopReasons } from '../../src/domain/shop-reason.ts'
import {
  done,
  filter,
  gone,
  inLanguages,
  noDisk,
  payoutByMaker,
  payoutDecided,
  type Text,
} from './error-shared.text.ts'

export const consoleTexts = {
  // Reports.
  not_with_range: filter,
  range_ends_before_start: [
    'The last day is before the first day. Change one of them.',
    'Siku ya mwisho iko kabla ya siku ya kwanza. Badilisha mojawapo.',
  ],
  range_too_long: ['Choose at most one year.', 'Chagua kipindi kisichozidi mwaka mmoja.'],
  // Networks.
  tanqr_foreign: [
    'This code is not for Tanzanian shillings. Scan the code of your Lipa Namba.',
    'Msimbo huu si wa shilingi za Tanzania. Skani msimbo wa Lipa Namba yako.',
  ],
  tanqr_number_other: [
    'This code pays {{number}}, {{name}}, not your till number. Scan your own code, or confirm that this one is yours.',
    'Msimbo huu unalipa {{number}}, {{name}}, si namba yako. Skani msimbo wako, au thibitisha kuwa huu ni wako.',
  ],
  tanqr_malformed: [
    'This is not a TANQR code. Scan your printed code again.',
    'Hii si TANQR. Skani tena QR yako iliyochapishwa.',
  ],
  relay_address_malformed: [
    'Enter the other server’s address, such as https://pay.example.com',
    'Weka anwani ya seva nyingine, mfano https://pay.example.com',
  ],
  relay_address_not_https: [
    'Use an address that begins https://. Plain http is for a server in your own network.',
    'Tumia anwani inayoanza na https://. http ni ya seva iliyo kwenye mtandao wako tu.',
  ],
  relay_address_private: [
    'This address is in a private network. The administrator of this server must allow it first (KAUNTA_RELAY_HOSTS).',
    'Anwani hii iko kwenye mtandao wa ndani. Anayesimamia seva hii airuhusu kwanza (KAUNTA_RELAY_HOSTS).',
  ],
  relay_key_malformed: ['Copy the key again, without spaces', 'Nakili ufunguo upya, bila nafasi'],
  relay_key_is_live: [
    'This key takes real money. Use a test key, which begins kn_test_.',
    'Ufunguo huu unapokea pesa halisi. Tumia ufunguo wa majaribio, unaoanza na kn_test_.',
  ],
  relay_key_is_test: [
    'This is a test key. Use the key of a live account.',
    'Huu ni ufunguo wa majaribio. Tumia ufunguo wa akaunti halisi.',
  ],
  // Receipts.
  too_many_lines: ['At most {{max}} lines', 'Mistari isizidi {{max}}'],
  unprintable: [
    'Receipt printers can’t print {{characters}}. Use Latin letters, or leave them out.',
    'Printa za risiti haziwezi kuchapisha {{characters}}. Tumia herufi za kawaida, au uziondoe.',
  ],
  shop_phone_malformed: [
    'Enter a mobile number or landline, such as 0754 123 456 or 022 212 3456',
    'Weka namba ya simu ya mkononi au ya mezani, kama 0754 123 456 au 022 212 3456',
  ],
  tin_malformed: ['A TIN has nine digits, such as 123-456-789', 'TIN ina tarakimu tisa, kama 123-456-789'],
  vrn_malformed: [
    'A VRN has eight digits and a letter, such as 40012345A. Leave it empty if you’re not registered for VAT.',
    'VRN ina tarakimu nane na herufi moja, kama 40012345A. Acha wazi kama hujasajiliwa kwa VAT.',
  ],
  // Reconciliation.
  difference_not_found: gone,
  difference_ended: [
    'This was already resolved. Reload the page.',
    'Hili limeshaamuliwa. Pakia ukurasa upya.',
  ],
  difference_unanswered: [
    'The network did not answer. Try again in a few minutes.',
    'Mtandao haujajibu. Jaribu tena baada ya dakika chache.',
  ],
  settlement_file_unreadable: [
    'No amount and reference columns found. Upload the CSV from the network, not an Excel file or a PDF.',
    'Safu za kiasi na kumbukumbu hazijapatikana. Pakia CSV ya mtandao, si faili la Excel wala PDF.',
  ],
  settlement_file_too_long: [
    'The file has more than {{max}} lines. Download one day only.',
    'Mistari imezidi {{max}}. Pakua siku moja tu.',
  ],
  settlement_file_rows_unreadable: [
    'Unreadable rows: {{rows}}. A spreadsheet may have changed them. Download the file again and upload it unopened.',
    'Mistari isiyosomeka: {{rows}}. Huenda programu ya majedwali iliibadilisha. Pakua faili upya, kisha lipakie bila kulifungua.',
  ],
  settlement_file_other_day: [
    'No row of this file is from {{date}}. Choose its day.',
    'Hakuna mstari wa {{date}} kwenye faili hili. Chagua siku yake.',
  ],

  // Approval of payouts.
  payout_without_approval: payoutDecided,
  payout_made_by_same_person: payoutByMaker,
  payout_decided: payoutDecided,

  // The account and its people.
  already_claimed: ['Kaunta already has an owner. Log in.', 'Kaunta tayari ina mwenye duka. Ingia.'],
  staff_not_found: gone,
  last_owner: [
    'This is the only owner. Make someone else an owner first, or hand over the shop.',
    'Huyu ndiye mwenye duka pekee. Kwanza mfanye mwingine kuwa mwenye duka, au mkabidhi duka.',
  ],
  owner_needs_login: [
    'This person has only a PIN. Give them a console login first.',
    'Huyu ana PIN pekee. Kwanza mpe kiungo cha kuingia kwa barua pepe.',
  ],
  already_owner: [
    'You’re already the owner. Choose someone else.',
    'Wewe tayari ni mwenye duka. Chagua mtu mwingine.',
  ],
  already_member: ['You’re already on this team. Log in.', 'Tayari uko kwenye duka hili. Ingia.'],
  invitation_not_found: gone,
  login_not_found: gone,
  key_not_found: gone,
  profile_not_found: gone,
  profile_limit_reached: [
    'You can have at most {{max}}. Delete one that isn’t used.',
    'Haziwezi kuzidi {{max}}. Futa usiotumika.',
  ],
  profile_is_default: [
    'The default can’t be deleted. Make another one the default first.',
    'Mwonekano wa kawaida haufutiki. Kwanza fanya mwingine kuwa wa kawaida.',
  ],
  picture_not_found: gone,

  // Webhooks and events.
  event_not_found: gone,
  event_body_removed: [
    'This event is older than {{days}} days, so it can’t be sent again.',
    'Tukio hili lina zaidi ya siku {{days}}, hivyo haliwezi kutumwa tena.',
  ],
  delivery_not_found: gone,
  address_paused: [
    'This address is paused. Resume it under Webhooks.',
    'Anwani hii imesimamishwa. Endelea kutuma kwenye Webhook.',
  ],
  address_not_paused: done,

  // Upgrades.
  release_key_unknown: [
    'This build of Kaunta can’t check releases. Replace its file yourself.',
    'Toleo hili la Kaunta haliwezi kuhakiki matoleo. Badilisha faili lake mwenyewe.',
  ],
  release_unsigned: [
    'The .sig file isn’t a signature. Download it again.',
    'Faili la .sig si sahihi. Lipakue tena.',
  ],
  release_of_others: ['This file isn’t from Kaunta. Don’t run it.', 'Faili hili si la Kaunta. Usiliendeshe.'],
  release_damaged: [
    'The file isn’t the one that was signed. Download it again.',
    'Faili si lile lililotiwa saini. Lipakue tena.',
  ],
  release_target: [
    'This file is for {{target}}. This computer needs {{own}}.',
    'Faili hili ni la {{target}}. Kompyuta hii inahitaji {{own}}.',
  ],
  release_older: [
    'Version {{version}} is older than this one ({{own}}).',
    'Toleo {{version}} ni la zamani kuliko hili ({{own}}).',
  ],
  release_installed: ['Version {{version}} is already installed.', 'Toleo {{version}} tayari linatumika.'],
  release_missing: ['Upload a release first.', 'Pakia toleo kwanza.'],
  upgrade_not_allowed: [
    'This server may not replace its own file.',
    'Seva hii hairuhusiwi kubadilisha faili lake.',
  ],
  upgrade_under_way: ['An upgrade is under way.', 'Usasishaji unaendelea.'],

  // Back-ups.
  backup_failed: ['The back-up failed: {{cause}}', 'Nakala rudufu imeshindikana: {{cause}}'],
  backup_without_disk: noDisk,
  backup_passphrase_wrong: [
    'This passphrase does not open the back-up.',
    'Neno la siri hili halifungui nakala rudufu.',
  ],
  backup_key_wrong: ['This key does not open the back-up.', 'Ufunguo huu haufungui nakala rudufu.'],
  backup_unreadable: ['The back-up cannot be read: {{cause}}', 'Nakala rudufu haisomeki: {{cause}}'],
  backup_passphrase_not_utf8: [
    'The file with the passphrase is not UTF-8. Save it as UTF-8.',
    'Faili lenye neno la siri si UTF-8. Lihifadhi kama UTF-8.',
  ],
  backup_passphrase_short: [
    'The passphrase of back-ups needs at least {{min}} characters.',
    'Neno la siri la nakala rudufu linahitaji angalau herufi {{min}}.',
  ],
} as const satisfies Readonly<
  Partial<Record<FieldReason | keyof typeof reconciliationReasons | keyof typeof shopReasons, Text>>
>

export const consoleErrors = inLanguages(consoleTexts)
