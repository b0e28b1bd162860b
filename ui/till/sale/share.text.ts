// Texts of the sheet that shares a receipt or a link, which adds them.

const en = {
  share_scan: 'The customer scans it with their phone.',
  share_sms: 'SMS',
}

const sw: Record<keyof typeof en, string> = {
  share_scan: 'Mteja askani kwa simu yake.',
  share_sms: 'SMS',
}

export const tillShare = { en, sw }
