// The texts of wrong answers on the payment page.

const en = {
  problems_title: 'Check these answers',
  problems_one_title: 'Check this answer',
  problems_phone_title: 'Check the number below',
  problem_required: 'Required',
  problem_phone: 'Enter a Tanzanian mobile number, such as 0754\u00a0123\u00a0456',
  problem_email: 'Enter a valid e-mail, such as asha@example.com',
  problem_number: 'Enter a number',
  problem_date: 'Enter a date, such as 2026-03-31',
  problem_choice: 'Choose one',
  problem_too_long: 'Too long. Please shorten it.',
  problem_characters: 'Leave out characters that can’t be seen',
  problem_amount: 'Enter an amount from {{min}} to {{max}}',
}

const sw: Record<keyof typeof en, string> = {
  problems_title: 'Rekebisha majibu hapa chini',
  problems_one_title: 'Rekebisha jibu hapa chini',
  problems_phone_title: 'Rekebisha namba hapa chini',
  problem_required: 'Jaza sehemu hii',
  problem_phone: 'Andika namba ya simu ya Tanzania, kama 0754\u00a0123\u00a0456',
  problem_email: 'Andika barua pepe sahihi, kama asha@example.com',
  problem_number: 'Andika namba',
  problem_date: 'Andika tarehe, kama 2026-03-31',
  problem_choice: 'Chagua moja',
  problem_too_long: 'Ni ndefu mno. Tafadhali fupisha.',
  problem_characters: 'Ondoa alama zisizoonekana',
  problem_amount: 'Andika kiasi kuanzia {{min}} hadi {{max}}',
}

export const problem = { en, sw }
