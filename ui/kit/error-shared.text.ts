// Texts that several reasons of errors share: English, Swahili. Part of errors.text.ts.

export type Text = readonly [en: string, sw: string]

export const required: Text = ['Required', 'Jaza sehemu hii']
export const gone: Text = [
  'This is no longer here. Reload the page.',
  'Hiki hakipo tena. Pakia ukurasa upya.',
]
export const changed: Text = [
  'This has changed in the meantime. Reload the page.',
  'Hali imebadilika. Pakia ukurasa upya.',
]
export const done: Text = ['This is already done.', 'Hili limeshafanyika.']
export const notAllowed: Text = [
  'You don’t have permission. Ask the shop owner.',
  'Huna ruhusa. Muulize mwenye duka.',
]
export const loggedOut: Text = [
  'You’ve been logged out. Log in again.',
  'Muda wako wa kuingia umeisha. Ingia tena.',
]
export const busy: Text = [
  'Kaunta is busy. Try again in a moment.',
  'Mfumo una kazi nyingi. Jaribu tena baada ya muda mfupi.',
]
export const failed: Text = ['Something went wrong. Try again.', 'Hitilafu imetokea. Jaribu tena.']
export const invalid: Text = ['Check this field', 'Kagua sehemu hii']
export const choose: Text = ['Choose one of the options', 'Chagua mojawapo ya zilizopo']
export const filter: Text = [
  'This filter can’t be read. Clear it and choose again.',
  'Kichujio hiki hakisomeki. Kiondoe, kisha chagua tena.',
]
export const phone: Text = [
  'Enter a Tanzanian mobile number, such as 0754 123 456',
  'Weka namba ya simu ya Tanzania, kama 0754 123 456',
]
export const unknown: Text = [
  'The network hasn’t confirmed yet. Wait until it does.',
  'Mtandao bado haujathibitisha. Subiri kidogo.',
]
export const web: Text = [
  'A web address begins with http:// or https://, such as https://shop.example/hook',
  'Anwani ya tovuti huanza na http:// au https://, kama https://duka.example/hook',
]
export const webReserved: Text = [
  'Webhooks can’t be sent to this address',
  'Webhook haziwezi kutumwa kwenye anwani hii',
]
export const webHost: Text = [
  'Enter a host, an address or a network such as 192.168.1.0/24',
  'Weka jina la seva, anwani, au mtandao kama 192.168.1.0/24',
]
export const printerFar: Text = [
  'Use an address in the shop’s own network, such as 192.168.1.50',
  'Tumia anwani ya mtandao wa duka, kama 192.168.1.50',
]
export const picture: Text = [
  'Can’t read this picture. Choose a PNG, JPEG, WebP or GIF file.',
  'Picha hii haisomeki. Chagua faili la PNG, JPEG, WebP au GIF.',
]
export const between: Text = ['From {{min}} to {{max}}', 'Kuanzia {{min}} hadi {{max}}']
export const atLeast: Text = ['At least {{min}}', 'Angalau {{min}}']
export const atMost: Text = ['At most {{max}}', 'Isizidi {{max}}']
export const characters: Text = ['At most {{max}} characters', 'Herufi zisizidi {{max}}']
export const entries: Text = ['At most {{max}}', 'Zisizidi {{max}}']
export const sum: Text = [
  'Enter whole shillings in digits, such as 12,500',
  'Weka shilingi kamili kwa tarakimu, kama 12,500',
]
export const whole: Text = ['Enter a whole number', 'Weka namba kamili']
export const keyUsed: Text = [
  'This request was already sent. Reload the page and check before you try again.',
  'Ombi hili limeshatumwa. Pakia ukurasa na uhakiki kabla ya kujaribu tena.',
]
export const firstMerchant: Text = [
  'Only the owner and admins of this server’s first shop can do this.',
  'Mwenye duka na wasimamizi wa duka la kwanza la seva hii tu wanaweza kufanya hivi.',
]
export const payoutByMaker: Text = [
  'You asked to send this money. Another owner or admin must decide.',
  'Wewe ndiye uliyeomba kutuma pesa hizi. Mwenye duka au msimamizi mwingine aamue.',
]
export const payoutDecided: Text = [
  'This payout is already decided. Reload the page.',
  'Uamuzi umeshafanyika. Pakia ukurasa upya.',
]
export const newCode: Text = [
  'This code is wrong or expired. Get a new one.',
  'Msimbo huu si sahihi au muda wake umeisha. Pata mpya.',
]
export const invitation: Text = [
  'This invitation is no longer valid. Ask for a new link.',
  'Mwaliko huu hautumiki tena. Omba kiungo kipya.',
]
export const link: Text = [
  'This link doesn’t work. Ask the shop for a new one.',
  'Kiungo hiki hakifanyi kazi. Omba kipya dukani.',
]
export const noNetwork: Text = [
  'No payment network is connected for this method.',
  'Hakuna mtandao wa malipo uliounganishwa kwa njia hii.',
]
export const paymentMoved: Text = [
  'This payment has changed, so this is no longer possible. Reload the page.',
  'Hali ya malipo imebadilika, hivyo hili haliwezekani tena. Pakia ukurasa upya.',
]
export const linkMoved: Text = [
  'This payment link has changed, so this is no longer possible. Reload the page.',
  'Hali ya kiungo cha malipo imebadilika, hivyo hili haliwezekani tena. Pakia ukurasa upya.',
]
export const tillUnpaired: Text = [
  'This till isn’t set up any more. Set it up again.',
  'Kaunta hii haijaunganishwa tena. Iunganishe upya.',
]
export const noDisk: Text = [
  'Payments are in a PostgreSQL database: dump it with pg_dump.',
  'Malipo yako kwenye hifadhidata ya PostgreSQL: hifadhi nakala kwa pg_dump.',
]
export const phoneOff: Text = [
  'The simulated phone is switched off for this account. An owner can switch it on in Settings, Developers.',
  'Simu ya mazoezi imezimwa kwa akaunti hii. Mwenye duka anaweza kuiwasha kwenye Mipangilio, Wasanidi.',
]
export const balanceTooLow: Text = [
  'Not enough balance for the amount and its fee. No money was sent.',
  'Salio halitoshi kwa kiasi hiki na makato yake. Hakuna pesa zilizotumwa.',
]

/** Texts by language. */
export function inLanguages<K extends string>(texts: Readonly<Record<K, Text>>) {
  const names = Object.keys(texts) as K[]
  const inLanguage = (at: 0 | 1) =>
    Object.fromEntries(names.map(name => [name, texts[name][at]])) as Record<K, string>
  return { en: inLanguage(0), sw: inLanguage(1) }
}
