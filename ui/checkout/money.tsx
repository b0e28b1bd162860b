// The amount, large: the currency small before it, and places where a very long one may break.
import { Fragment } from 'react'
import { digitsOf } from '../kit/money.ts'

/** Returns the class that sets longer amounts smaller: `long` from nine digits on, `wide` from seven. */
function widthClass(amount: number): string {
  if (amount > 99_999_999) return 'long'
  return amount > 999_999 ? 'wide' : ''
}

/** Shows an amount in whole shillings. */
export function Money({ amount }: { amount: number }) {
  const groups = digitsOf(amount).split(',')
  return (
    <p className={`money ${widthClass(amount)}`}>
      <small>TZS&nbsp;</small>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups of digits have no other name and never move
        <Fragment key={index}>
          {index > 0 && [',', <wbr key="break" />]}
          {group}
        </Fragment>
      ))}
    </p>
  )
}
