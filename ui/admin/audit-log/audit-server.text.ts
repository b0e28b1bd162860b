// As audit-action.text.ts, of what is done to the server: back-ups, restores, records and upgrades.

const en = {
  kind_backup_drilled: 'Restore tested',
  kind_backup_taken: 'Back-up taken',
  kind_data_restored: 'Back-up restored',
  kind_records_accepted: 'Changed records accepted',
  kind_records_changed: 'Records changed outside Kaunta',
  kind_release_uploaded: 'Release uploaded',
  kind_server_upgraded: 'Upgrade started',
  kind_server_version_changed: 'Another version runs',
  what_backup_drilled: 'tested whether the newest back-up can be restored',
  what_backup_taken: 'took a back-up of the server',
  what_data_restored: 'restored the back-up of {{copied_at}}',
  what_records_accepted: 'accepted changed records from the command line: {{problem}}',
  what_records_changed: 'found records that were changed outside Kaunta: {{problem}}',
  what_release_uploaded: 'uploaded a release',
  what_server_upgraded: 'started an upgrade of the server',
  what_server_version_changed: 'runs version {{to}} instead of {{from}}',
}

const sw: Record<keyof typeof en, string> = {
  kind_backup_drilled: 'Jaribio la kurejesha limefanyika',
  kind_backup_taken: 'Nakala rudufu imetengenezwa',
  kind_data_restored: 'Nakala rudufu imerejeshwa',
  kind_records_accepted: 'Rekodi zilizobadilishwa zimekubaliwa',
  kind_records_changed: 'Rekodi zimebadilishwa nje ya Kaunta',
  kind_release_uploaded: 'Toleo limepakiwa',
  kind_server_upgraded: 'Usasishaji umeanza',
  kind_server_version_changed: 'Toleo lingine linatumika',
  what_backup_drilled: '{{s}}lijaribu kama nakala rudufu mpya zaidi inaweza kurejeshwa',
  what_backup_taken: '{{s}}litengeneza nakala rudufu ya seva',
  what_data_restored: '{{s}}lirejesha nakala rudufu ya {{copied_at}}',
  what_records_accepted: '{{s}}likubali rekodi zilizobadilishwa kwa amri ya seva: {{problem}}',
  what_records_changed: '{{s}}ligundua rekodi zilizobadilishwa nje ya Kaunta: {{problem}}',
  what_release_uploaded: '{{s}}lipakia toleo jipya',
  what_server_upgraded: '{{s}}lianza kusasisha seva',
  what_server_version_changed: '{{s}}natumia toleo {{to}} badala ya {{from}}',
}

export const serverActionTexts = { en, sw }
