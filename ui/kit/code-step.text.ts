// Texts of the second step of a login. They come with it.

const en = {
  login_locked: 'Too many wrong codes. Try again in 15 minutes.',
  login_code_text: 'Enter the code from your authenticator app.',
  login_code: '6-digit code',
  login_code_wrong: 'Wrong or expired code. Enter the 6 digits the app shows now.',
  login_backup: 'Backup code',
  login_backup_wrong: 'This backup code is wrong or already used.',
  login_backup_use: 'Lost your phone? Use a backup code',
  login_code_use: 'Use the authenticator app',
  login_trust: 'Don’t ask again on this device for 30 days',
  login_confirm: 'Confirm code',
}

const sw: Record<keyof typeof en, string> = {
  login_locked: 'Umekosea mara nyingi. Jaribu tena baada ya dakika 15.',
  login_code_text: 'Andika msimbo wa app yako ya uthibitisho.',
  login_code: 'Msimbo wa tarakimu 6',
  login_code_wrong: 'Msimbo si sahihi au muda wake umeisha. Andika tarakimu 6 zinazoonekana sasa.',
  login_backup: 'Msimbo wa akiba',
  login_backup_wrong: 'Msimbo huu wa akiba si sahihi au umeshatumika.',
  login_backup_use: 'Umepoteza simu? Tumia msimbo wa akiba',
  login_code_use: 'Tumia app ya uthibitisho',
  login_trust: 'Usiulize tena kwenye kifaa hiki kwa siku 30',
  login_confirm: 'Thibitisha msimbo',
}

export const codeStep = { en, sw }
