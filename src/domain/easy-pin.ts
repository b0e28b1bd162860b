// Which PINs a person could guess at once.

/** Returns the difference of each digit to the one before it, modulo 10: 1 counts up, 9 counts down. */
const digitSteps = (pin: string) =>
  [...pin.slice(1)].map((digit, index) => (10 + Number(digit) - Number(pin[index])) % 10)

/** Whether all digits are equal, count up or down, or alternate between two. @param pin digits only */
export function isEasyPin(pin: string): boolean {
  const steps = digitSteps(pin)
  const isSequence = [0, 1, 9].some(step => steps.every(digitStep => digitStep === step))
  const isAlternating = [...pin].every((digit, index) => digit === pin[index % 2])
  return isSequence || isAlternating
}
