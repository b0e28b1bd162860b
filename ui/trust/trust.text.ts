// The words of the page that leads a device to trust this server.

const en = {
  title: 'Secure connection',
  lead: 'A device that trusts this server opens Kaunta over https: the till installs and the screen stays on.',
  once: 'Once per shop device. Customers don’t need this.',
  language: 'Language',
  trusted: 'This device trusts the server.',
  not_trusted: 'This device doesn’t trust the server yet.',
  open_till: 'Open the till',
  download: 'Download certificate',
  android: 'Android',
  android_get: 'Tap Download certificate. Keep the file.',
  android_add:
    'In Settings, search for “CA certificate”. Tap Install anyway and choose kaunta-ca.crt. Android asks for your screen lock.',
  iphone: 'iPhone and iPad',
  iphone_get: 'In Safari, tap Download certificate, then Allow.',
  iphone_add:
    'In Settings, open Profile Downloaded and tap Install. Then General › About › Certificate Trust Settings: turn on “{{name}}”.',
  windows: 'Windows',
  windows_get: 'Click Download certificate and open the file.',
  windows_add:
    'Click Install Certificate › Current User › Place all certificates in the following store › Trusted Root Certification Authorities. Confirm with Yes.',
  macos: 'Mac',
  macos_get: 'Click Download certificate and open the file. Keychain Access adds it.',
  macos_add: 'In Keychain Access, double-click “{{name}}”. Under Trust, choose Always Trust.',
  linux: 'Linux and Firefox',
  linux_get: 'Click Download certificate. Keep the file.',
  linux_add:
    'In the browser’s settings, search for “certificates”. Under Authorities, import kaunta-ca.crt and trust it for websites.',
  open: 'Close the browser, then open {{url}}',
  addresses: 'Secure addresses',
  addresses_text: 'Scan with a device that already trusts the server.',
  other_device: 'Another device',
  other_device_text: 'Scan to open this page on it.',
  qr_alt: 'QR code for {{url}}',
  own: 'Nothing to install',
  own_text: 'This server uses a certificate of the shop’s own. Open one of these addresses.',
  off: 'Secure connection is off',
  off_text: 'This server doesn’t serve https now. Ask the shop owner.',
}

const sw: Record<keyof typeof en, string> = {
  title: 'Muunganisho salama',
  lead: 'Kifaa kinachoiamini seva hii hufungua Kaunta kwa https: unaweza kusakinisha kaunta ya malipo, na skrini haizimiki.',
  once: 'Mara moja kwa kila kifaa cha duka. Wateja hawahitaji.',
  language: 'Lugha',
  trusted: 'Kifaa hiki kinaiamini seva.',
  not_trusted: 'Kifaa hiki bado hakiiamini seva.',
  open_till: 'Fungua kaunta ya malipo',
  download: 'Pakua cheti',
  android: 'Android',
  android_get: 'Gusa Pakua cheti. Hifadhi faili.',
  android_add:
    'Kwenye Mipangilio (Settings), tafuta “CA certificate”. Gusa Install anyway, kisha chagua kaunta-ca.crt. Android itaomba namba ya kufungua skrini.',
  iphone: 'iPhone na iPad',
  iphone_get: 'Kwenye Safari, gusa Pakua cheti, kisha Allow.',
  iphone_add:
    'Kwenye Settings, fungua Profile Downloaded na gusa Install. Kisha General › About › Certificate Trust Settings: washa “{{name}}”.',
  windows: 'Windows',
  windows_get: 'Bofya Pakua cheti, kisha fungua faili.',
  windows_add:
    'Bofya Install Certificate › Current User › Place all certificates in the following store › Trusted Root Certification Authorities. Thibitisha kwa Yes.',
  macos: 'Mac',
  macos_get: 'Bofya Pakua cheti, kisha fungua faili. Keychain Access italiongeza.',
  macos_add: 'Kwenye Keychain Access, bofya “{{name}}” mara mbili. Chini ya Trust, chagua Always Trust.',
  linux: 'Linux na Firefox',
  linux_get: 'Bofya Pakua cheti. Hifadhi faili.',
  linux_add:
    'Kwenye mipangilio ya kivinjari, tafuta “certificates”. Chini ya Authorities, ingiza kaunta-ca.crt na ukubali itumike kwa tovuti.',
  open: 'Funga kivinjari, kisha fungua {{url}}',
  addresses: 'Anwani salama',
  addresses_text: 'Skani kwa kifaa ambacho tayari kinaiamini seva.',
  other_device: 'Kifaa kingine',
  other_device_text: 'Skani ili kufungua ukurasa huu kwenye kifaa hicho.',
  qr_alt: 'Msimbo wa QR wa {{url}}',
  own: 'Hakuna cha kusakinisha',
  own_text: 'Seva hii inatumia cheti cha duka lenyewe. Fungua mojawapo ya anwani hizi.',
  off: 'Muunganisho salama umezimwa',
  off_text: 'Seva hii haitoi https kwa sasa. Muulize mwenye duka.',
}

export const trust = { en, sw }
export type TrustTextKey = keyof typeof en
