// The form of another merchant on this server, with its own live and practice account.
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { refreshMe } from '../../kit/me.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useCreation } from '../parts/creation.ts'
import { useCurrentAccount, useMay } from '../parts/current-account.tsx'
import { NotAllowed } from '../parts/not-found.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { staff } from '../staff/staff.text.ts'

addTexts('staff', staff)

/**
 * The form that adds a merchant and then switches to its practice account (sandbox in the API). Only people
 * with the right to add accounts see it.
 */
export function NewMerchant() {
  const { t } = useTranslation('staff')
  const { account, choose } = useCurrentAccount()
  const mayAddAccounts = useMay('accounts')
  const [name, setName] = useState('')
  const [city, setCity] = useState('Dar es Salaam')
  const [wasSubmitted, setSubmitted] = useState(false)
  const createMerchant = useCreation((shop: { name: string; city: string }, header) =>
    resultOf(api.api.v1.accounts.post(shop, header)),
  )
  if (!mayAddAccounts) return <NotAllowed />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (name.trim() === '' || createMerchant.busy) return
    createMerchant.run({ name: name.trim(), city: city.trim() }, async ({ data }) => {
      await refreshMe() // loads the person's accounts with the new ones
      choose(data.sandbox_account.id)
    })
  }
  return (
    <>
      <PageHead title={t('merchant_title')} text={t('merchant_text', { store: account.name })} />
      <section className="card card-stack">
        <form className="form card-body" noValidate onSubmit={submit}>
          <TextInput
            name="name"
            label={t('merchant_name')}
            description={t('merchant_name_hint')}
            className="short-field"
            maxLength={100}
            autoComplete="off"
            value={name}
            error={wasSubmitted && name.trim() === '' && t('field_empty')}
            onChange={event => setName(event.currentTarget.value)}
          />
          <TextInput
            name="city"
            label={t('merchant_city')}
            className="short-field"
            maxLength={60}
            autoComplete="off"
            value={city}
            onChange={event => setCity(event.currentTarget.value)}
          />
          <p className="muted-text">{t('merchant_accounts')}</p>
          <ApiErrorNote apiError={createMerchant.apiError} />
          <div className="save-line">
            <Button type="submit" loading={createMerchant.busy}>
              {t('merchant_confirm')}
            </Button>
          </div>
        </form>
      </section>
    </>
  )
}
