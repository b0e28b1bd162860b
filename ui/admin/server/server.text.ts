// The texts of the server's page of the settings. Those of its health are in health.text.ts.

const en = {
  server_text: 'For this server and all shops on it.',
  secure: 'Secure connection',
  secure_text: 'Addresses of this server. Over https the till installs and the screen stays on.',
  secure_until: 'On. Certificate valid until',
  secure_off: 'Off. Start this server with --https-port 8443 to turn it on.',
  secure_failed: 'Not working. The port is taken or the certificate can’t be read. See the server’s log.',
  secure_device: 'Set up a device',
  secure_scan: 'Scan to set up a device',
  secure_yes: 'For devices that are set up',
  secure_no: 'For all devices, not encrypted',
  secure_qr: 'QR code for {{url}}',
  backups: 'Back-ups',
  backups_text: 'All shops on this server, every night at 3:00. Each back-up is verified.',
  backup_of_database:
    'Payments are in a PostgreSQL database: back it up with its own tools (pg_dump), and keep a copy of the secret key.',
  backup_failed: 'The last back-up failed:',
  backup_none: 'No back-ups yet.',
  backup_log_until: 'In the second place up to:',
  backup_log_behind: 'The newest sales aren’t in the second place.',
  backup_size: '{{megabytes}} MB',
  backup_next: 'Next back-up:',
  backup_second: 'Each one is also copied to {{folder}}.',
  backup_one_place:
    'Stored on this server’s disk only. Set KAUNTA_BACKUP_TO to a folder on another disk for copies.',
  backup_take: 'Back up now',
  drill_run: 'Test the newest one',
  drill_passed: 'Restored in a test. Payments: {{payments}}, balances match.',
  drill_failed: 'The restore test failed:',
  drill_none: 'No back-up has been restored in a test yet.',
  drill_late: 'Test one each quarter.',
  drill_dump: 'Test a dump on the server:',
  drill_command: 'the command',
}

const sw: Record<keyof typeof en, string> = {
  server_text: 'Kwa seva hii na maduka yote yaliyomo.',
  secure: 'Muunganisho salama',
  secure_text: 'Anwani za seva hii. Kwa https unaweza kusakinisha kaunta ya malipo, na skrini haizimiki.',
  secure_until: 'Umewashwa. Cheti kinatumika hadi',
  secure_off: 'Umezimwa. Washa seva hii kwa --https-port 8443 ili utumike.',
  secure_failed:
    'Haufanyi kazi. Port inatumika na programu nyingine au cheti hakisomeki. Angalia log ya seva.',
  secure_device: 'Andaa kifaa',
  secure_scan: 'Skani ili kuandaa kifaa',
  secure_yes: 'Kwa vifaa vilivyoandaliwa',
  secure_no: 'Kwa vifaa vyote, bila usimbaji',
  secure_qr: 'Msimbo wa QR wa {{url}}',
  backups: 'Nakala rudufu',
  backups_text: 'Za maduka yote kwenye seva hii, kila usiku saa tisa. Kila nakala huhakikiwa.',
  backup_of_database:
    'Malipo yako kwenye hifadhidata ya PostgreSQL: hifadhi nakala kwa zana zake (pg_dump), na nakala ya ufunguo wa siri.',
  backup_failed: 'Nakala rudufu ya mwisho imeshindikana:',
  backup_none: 'Bado hakuna nakala rudufu.',
  backup_log_until: 'Mahali pa pili pana kila kitu hadi:',
  backup_log_behind: 'Mauzo mapya hayajafika mahali pa pili.',
  backup_size: 'MB {{megabytes}}',
  backup_next: 'Nakala inayofuata:',
  backup_second: 'Kila nakala hunakiliwa pia kwenye {{folder}}.',
  backup_one_place:
    'Zipo kwenye diski ya seva hii pekee. Weka KAUNTA_BACKUP_TO kuwa folda ya diski nyingine.',
  backup_take: 'Tengeneza nakala sasa',
  drill_run: 'Jaribu nakala mpya zaidi',
  drill_passed: 'Imerejeshwa kwa majaribio. Malipo: {{payments}}, salio zinalingana.',
  drill_failed: 'Jaribio la kurejesha limeshindikana:',
  drill_none: 'Bado hakuna nakala iliyojaribiwa kurejeshwa.',
  drill_late: 'Jaribu moja kila robo mwaka.',
  drill_dump: 'Jaribu dump kwenye seva:',
  drill_command: 'amri',
}

export const server = { en, sw }
