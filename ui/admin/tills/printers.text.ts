// The words of the card on a till's page that sets up its receipt printer.

const en = {
  printer: 'Receipt printer',
  printer_text:
    'A network printer (ESC/POS) for bills, receipts and reports. Without one, the till prints from its browser.',
  printer_on: 'Set up',
  printer_none: 'None',
  printer_host: 'Address',
  printer_host_hint:
    'For example 192.168.1.50. Most printers print it when switched on with the feed button held.',
  printer_host_wrong: 'Enter an address in the shop’s network, such as 192.168.1.50 or printer.local',
  printer_port: 'Port',
  printer_port_wrong: 'Enter 1 to 65535; usually 9100',
  printer_paper: 'Paper',
  printer_auto: 'Print receipts automatically',
  printer_auto_hint: 'Once per sale, from the device that sold it',
  printer_save: 'Save printer',
  printer_saved: 'Saved. The till prints there after its next sign-in.',
  printer_test: 'Print test page',
  printer_tested: 'Test page printed',
  printer_remove: 'Remove printer',
  printer_remove_title: 'Remove this till’s printer?',
  printer_remove_text: 'The till then prints from its browser.',
}

const sw: Record<keyof typeof en, string> = {
  printer: 'Printa ya risiti',
  printer_text:
    'Printa ya mtandao (ESC/POS) ya bili, risiti na ripoti. Bila printa, kaunta huchapisha kwa kivinjari chake.',
  printer_on: 'Imewekwa',
  printer_none: 'Hakuna',
  printer_host: 'Anwani',
  printer_host_hint:
    'Kwa mfano 192.168.1.50. Printa nyingi huichapisha zikiwashwa kitufe cha karatasi kikiwa kimebonyezwa.',
  printer_host_wrong: 'Andika anwani ya mtandao wa duka, kama 192.168.1.50 au printer.local',
  printer_port: 'Port',
  printer_port_wrong: 'Weka 1 hadi 65535; kwa kawaida 9100',
  printer_paper: 'Karatasi',
  printer_auto: 'Chapisha risiti kiotomatiki',
  printer_auto_hint: 'Mara moja kwa kila mauzo, kutoka kwenye kifaa kilichouza',
  printer_save: 'Hifadhi printa',
  printer_saved: 'Imehifadhiwa. Kaunta itachapisha hapo keshia akiingia tena.',
  printer_test: 'Chapisha ukurasa wa majaribio',
  printer_tested: 'Ukurasa wa majaribio umechapishwa',
  printer_remove: 'Ondoa printa',
  printer_remove_title: 'Ondoa printa ya kaunta hii?',
  printer_remove_text: 'Kisha kaunta itachapisha kwa kivinjari chake.',
}

export const printers = { en, sw }
