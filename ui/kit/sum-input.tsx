// A field for a sum in whole shillings. Digits are grouped while they are typed at the end; in the middle the
// cursor would jump. An error begins with how the sum reads.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { groupDigitsWhileTyping, readShillings } from '../../src/domain/shillings.ts'
import { digitsOf } from './money.ts'
import { sumReading } from './sum.model.ts'

interface SumInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  readonly value: string
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
}

/** A field for whole shillings. `value` and `onChange` have the text as it is typed, commas included. */
export function SumInput({ value, onChange, error, ...props }: SumInputProps) {
  const { t } = useTranslation('kit')
  const change = (text: string) => onChange({ currentTarget: { value: text } })
  const reading = error ? sumReading(value) : undefined
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      error={reading ? `${t(reading.key, reading.values)} ${error}` : error}
      value={value}
      onChange={({ currentTarget: { value: text, selectionStart } }) =>
        change(selectionStart === text.length ? groupDigitsWhileTyping(value, text) : text)
      }
      onBlur={() => {
        const amount = readShillings(value)
        if (amount !== undefined && digitsOf(amount) !== value) change(digitsOf(amount))
      }}
    />
  )
}
