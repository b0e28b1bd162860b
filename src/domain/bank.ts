// The banks a payout can go to, by the names our API uses; connectors map them to their own codes.

export const banks = new Set(
  [
    'ABSA ACCESS AKIBA AMANA AZANIA BANCABC BARODA BOA BOI CANARA CITI CRDB DASHENG DCB DTB ECOBANK EQUITY EXIM FNB',
    'HABIB ICB IMBANK KCB KILIMANJARO MAENDELEO MKOMBOZI MWALIMU MWANGA NBC NCBA NMB PBZ SCB SELCOMPESA STANBIC TCB UBA UCHUMI YETU',
  ]
    .join(' ')
    .split(' ')
    .concat('GT BANK') // the only name with a blank
    .sort(),
)
