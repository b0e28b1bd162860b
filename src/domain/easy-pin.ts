// Which PINs a person could guess at once.

/** Returns the difference of each digit to the previous digit, modulo 10. */
const digitSteps = (pin: string) =>
  [...pin.slice(1)].map((digit, index) => {
    const previousDigit = pin[index]
    return (10 + Number(digit) - Number(previousDigit)) % 10
  })

/** Whether the digits of a PIN are all equal, count up or down, or alternate between two. */
export function isEasyPin(pin: string): boolean {
  const steps = digitSteps(pin)
  // 0: equal digits, 1: counting up, 9: counting down.
  const isSequence = [0, 1, 9].some(step => steps.every(digitStep => digitStep === step))
  const isAlternating = [...pin].every((digit, index) => digit === pin[index % 2])
  return isSequence || isAlternating
}
