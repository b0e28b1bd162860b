// The people of the test shop "Duka la Asha": its owner, whom `kaunta init` creates, and two cashiers.

export interface Person {
  readonly email: string
  readonly password: string
}

export const asha = {
  name: 'asha',
  email: 'asha@duka.co.tz',
  password: 'siri-kubwa-sana',
  pin: '2580',
}
export const neema = {
  name: 'Neema Kessy',
  email: 'neema@duka.co.tz',
  password: 'siri-ndogo-sana',
  pin: '4719',
}
export const juma = {
  name: 'Juma Ally',
  email: 'juma@duka.co.tz',
  password: 'siri-ya-tatu-sana',
  pin: '9063',
}
/** The owner's credentials. */
export const owner: Person = { email: asha.email, password: asha.password }
