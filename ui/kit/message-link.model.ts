// Links that open an app of this device with a message ready to be sent.

const digitsOf = (phone: string): string => phone.replace(/\D/g, '')

/**
 * Returns the address that opens WhatsApp with a message. `phone` is the receiver in E.164; without it
 * WhatsApp asks for one.
 */
export const whatsAppUrl = (message: string, phone = ''): string =>
  `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(message)}`

/** Returns the address that opens the SMS app with a message. Both iOS and Android read `?&`. */
export const smsUrl = (message: string, phone = ''): string =>
  `sms:${phone}?&body=${encodeURIComponent(message)}`

/** Returns the address that opens the mail app with a message; the person chooses the receiver. */
export const mailUrl = (subject: string, message: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`
