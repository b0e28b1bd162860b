// Links that open an app of this device with a message ready to be sent.

const digitsOf = (phone: string): string => phone.replace(/\D/g, '')

/**
 * Returns the address that opens WhatsApp with a message.
 * @param phone E.164 of the receiver; without it WhatsApp asks for one
 */
export const whatsAppUrl = (message: string, phone = ''): string =>
  `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(message)}`

/** `?&` is read by iOS and Android alike. */
export const smsUrl = (message: string, phone = ''): string =>
  `sms:${phone}?&body=${encodeURIComponent(message)}`

/** Without a receiver: the person chooses one. */
export const mailUrl = (subject: string, message: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`
