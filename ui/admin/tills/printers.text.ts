// The words of the card on a till's page that sets up its receipt printer.

const en = {
  printer: 'Receipt printer',
  printer_text:
    'A network printer (ESC/POS) beside this till: bills, receipts and reports come out of it. Without one the till prints in its browser.',
  printer_on: 'Set up',
  printer_none: 'None',
  printer_host: 'Address',
  printer_host_hint:
    'In the shop’s network, such as 192.168.1.50. Most printers print their address when switched on with the feed button held.',
  printer_host_wrong:
    'An address in the shop’s network such as 192.168.1.50, or a name such as printer.local: without http:// and port',
  printer_port: 'Port',
  printer_port_wrong: 'From 1 to 65535; usually 9100',
  printer_paper: 'Paper',
  printer_auto: 'Print the receipt by itself when a sale is paid',
  printer_auto_hint: 'Once for each sale, from the tablet that made it.',
  printer_save: 'Save the printer',
  printer_later: 'The tablet prints there after its next sign-in.',
  printer_test: 'Print a test page',
  printer_tested: 'The test page is printed',
  printer_off:
    'No printer answers there. Check that it is on, that it is on the same network, and that the address is right.',
  printer_doubt: 'The printer did not finish. Check its paper and cover, and look at what came out.',
  printer_busy: 'The printer is busy with other pages. Try again in a moment.',
  printer_remove: 'Remove the printer',
  printer_remove_title: 'Remove the printer of this till?',
  printer_remove_text: 'The till then prints in its browser. You can set the printer up again at any time.',
}

const sw: Record<keyof typeof en, string> = {
  printer: 'Printa ya risiti',
  printer_text:
    'Printa ya mtandao (ESC/POS) kando ya kaunta hii: hutoa bili, risiti na ripoti. Bila printa, kaunta huchapa kwa kivinjari chake.',
  printer_on: 'Imewekwa',
  printer_none: 'Hakuna',
  printer_host: 'Anwani',
  printer_host_hint:
    'Kwenye mtandao wa duka, kwa mfano 192.168.1.50. Printa nyingi huchapa anwani yao zikiwashwa huku kitufe cha karatasi kimebonyezwa.',
  printer_host_wrong:
    'Anwani ya mtandao wa duka kama 192.168.1.50, au jina kama printer.local: bila http:// wala mlango',
  printer_port: 'Mlango (port)',
  printer_port_wrong: 'Kuanzia 1 hadi 65535; kwa kawaida 9100',
  printer_paper: 'Karatasi',
  printer_auto: 'Chapa risiti yenyewe mauzo yakilipwa',
  printer_auto_hint: 'Mara moja kwa kila mauzo, kutoka kwenye tableti iliyouza.',
  printer_save: 'Hifadhi printa',
  printer_later: 'Tableti itachapa hapo baada ya keshia kuingia tena.',
  printer_test: 'Chapa karatasi ya majaribio',
  printer_tested: 'Karatasi ya majaribio imechapwa',
  printer_off:
    'Hakuna printa inayojibu hapo. Hakikisha imewashwa, iko kwenye mtandao huu, na anwani ni sahihi.',
  printer_doubt: 'Printa haikumaliza. Angalia karatasi na kifuniko chake, na kilichotoka.',
  printer_busy: 'Printa ina kurasa nyingine. Jaribu tena baada ya muda mfupi.',
  printer_remove: 'Ondoa printa',
  printer_remove_title: 'Uondoe printa ya kaunta hii?',
  printer_remove_text:
    'Kisha kaunta itachapa kwa kivinjari chake. Unaweza kuiweka printa tena wakati wowote.',
}

export const printers = { en, sw }
