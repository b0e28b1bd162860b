// The texts of what a shop needs before it can connect a network.

const en = {
  selcom_step_ask: 'A contract with Selcom. Ask its integration team for vendor ID, API key and API secret.',
  selcom_step_products: 'Ask Selcom to switch on Checkout, and for payouts Wallet Cashin and Qwiksend.',
  selcom_step_address:
    'Ask Selcom to allow your internet address: what “my IP” finds on the web in this network. Without a fixed one, use a relay.',
  selcom_mail: 'Write the e-mail',
  selcom_mail_copy: 'Copy its text',
  selcom_mail_subject: 'Selcom for {{shop}}: credentials and address',
  selcom_mail_text:
    'Hello,\n\n{{shop}} would like to take payments over Selcom with Kaunta, which runs on our own server.\n\nPlease send us our vendor ID, API key and API secret, and switch on Checkout. For payouts we also need Wallet Cashin, Qwiksend and the PIN of our float account.\n\nPlease allow requests from our internet address: ___\n\nThank you,\n{{name}}',
  relay_step_ask: 'The address of the other Kaunta, such as https://pay.example.co.tz',
  relay_step_key: 'An API key created there. A practice key connects its practice shop.',
  till_number_step_phone: 'An Android phone with the SIM that gets the SMS of your Lipa Namba. It stays on.',
  till_number_step_app:
    'On it, the app “Incoming SMS to URL forwarder” from F-Droid. A code sets it up after you save.',
  till_number_step_qr: 'Your printed TANQR code, if you have one. Sales then show it with their amount.',
}

const sw: Record<keyof typeof en, string> = {
  selcom_step_ask: 'Mkataba na Selcom. Omba vendor ID, API key na API secret kwa timu yao ya teknolojia.',
  selcom_step_products: 'Iombe Selcom iwashe Checkout, na kwa kutuma pesa Wallet Cashin na Qwiksend.',
  selcom_step_address:
    'Iombe Selcom iruhusu anwani yako ya intaneti: tafuta “my IP” kwenye wavuti ukiwa kwenye mtandao huu. Kama inabadilika, tumia relay.',
  selcom_mail: 'Andika barua pepe',
  selcom_mail_copy: 'Nakili maandishi yake',
  selcom_mail_subject: 'Selcom kwa {{shop}}: taarifa za siri na anwani',
  selcom_mail_text:
    'Habari,\n\n{{shop}} tunaomba kupokea malipo kwa Selcom kupitia Kaunta, inayotumika kwenye seva yetu wenyewe.\n\nTafadhali tutumieni vendor ID, API key na API secret, na muwashe Checkout. Kwa kutuma pesa tunahitaji pia Wallet Cashin, Qwiksend na PIN ya akaunti ya kutuma.\n\nTafadhali ruhusuni maombi kutoka anwani yetu ya intaneti: ___\n\nAsante,\n{{name}}',
  relay_step_ask: 'Anwani ya Kaunta nyingine, kama https://pay.example.co.tz',
  relay_step_key: 'API key iliyoundwa huko. Ya mazoezi inaunganisha duka la mazoezi.',
  till_number_step_phone: 'Simu ya Android yenye laini inayopokea SMS za Lipa Namba yako. Ibaki imewashwa.',
  till_number_step_app:
    'App “Incoming SMS to URL forwarder” kutoka F-Droid kwenye simu hiyo. Ukihifadhi utapata msimbo wa kuiandaa.',
  till_number_step_qr: 'QR yako ya TANQR iliyochapishwa, kama unayo. Mauzo yataionyesha pamoja na kiasi.',
}

export const networkStep = { en, sw }
