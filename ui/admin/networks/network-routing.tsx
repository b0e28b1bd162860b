// Which network takes each way of paying. The order is changed by dragging, or with the buttons of each row.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import {
  choicesOf,
  isProviderWay,
  moveNetwork,
  type Network,
  type RoutedWay,
  type RoutingEdits,
  routingBody,
  wayName,
} from './network.model.ts'
import { useNetworkTitle } from './network-words.tsx'

interface RoutingCardProps {
  readonly networks: readonly Network[]
  readonly ways: readonly RoutedWay[]
}

/**
 * Edits which networks take each way of paying, and in which order; changes are saved together. Ways that no
 * network can take are left out.
 */
export function RoutingCard({ networks, ways }: RoutingCardProps) {
  const { t } = useTranslation(['routing', 'admin'])
  const [edits, setEdits] = useState<RoutingEdits>({})
  const [isSaved, setSaved] = useState(false)
  const change = useReauthentication(
    useAction((body: ReturnType<typeof routingBody>, header) =>
      resultOf(api.api.v1.routing.put(body, header)),
    ),
  )
  const save = () =>
    change.run(routingBody(ways, edits), () => {
      setEdits({})
      setSaved(true)
    })
  const setOrder = (way: RoutedWay['way'], order: readonly string[] | null) => {
    setEdits(before => ({ ...before, [way]: order }))
    setSaved(false)
  }
  const titleOf = useNetworkTitle(networks)
  const shownWays = ways.filter(way => choicesOf(way).length > 0)
  const generalWays = shownWays.filter(({ way }) => !isProviderWay(way))
  const providerWays = shownWays.filter(({ way }) => isProviderWay(way))
  const wayRow = (way: RoutedWay) => (
    <WayRow
      key={way.way}
      way={way}
      edit={edits[way.way]}
      setOrder={order => setOrder(way.way, order)}
      titleOf={titleOf}
    />
  )
  return (
    <Card title={t('title')} text={t(shownWays.length === 0 ? 'none' : 'text')}>
      {shownWays.length > 0 && (
        <div className="stack routing">
          <ul className="ways">{generalWays.map(wayRow)}</ul>
          {providerWays.length > 0 && (
            <details>
              <summary>{t('providers')}</summary>
              <ul className="ways">{providerWays.map(wayRow)}</ul>
            </details>
          )}
          {!change.passwordField && <ApiErrorNote apiError={change.apiError} />}
          <SaveLine
            isDirty={Object.keys(edits).length > 0}
            isSaved={isSaved}
            isBusy={change.busy && !change.passwordField}
            save={save}
            discard={() => setEdits({})}
          />
        </div>
      )}
      <PasswordDialog action={change} confirm={t('save')} onConfirm={save} />
    </Card>
  )
}

interface SaveLineProps {
  readonly isDirty: boolean
  readonly isSaved: boolean
  readonly isBusy: boolean
  readonly save: () => void
  readonly discard: () => void
}

/** Shows the buttons that save and discard, and whether something is unsaved. */
function SaveLine({ isDirty, isSaved, isBusy, save, discard }: SaveLineProps) {
  const { t } = useTranslation(['routing', 'admin'])
  return (
    <div className="save-line">
      <Button disabled={!isDirty} loading={isBusy} onClick={save} data-testid="save-routing">
        {t('save')}
      </Button>
      {isDirty && (
        <Button variant="default" onClick={discard}>
          {t('discard')}
        </Button>
      )}
      <span className={isDirty ? 'save-state save-open' : 'save-state'} role="status">
        {isDirty ? t('unsaved') : isSaved && t('admin:saved')}
      </span>
    </div>
  )
}

interface WayRowProps {
  readonly way: RoutedWay
  /** The new order; undefined while it is unchanged, null to follow the default again. */
  readonly edit: readonly string[] | null | undefined
  readonly setOrder: (order: readonly string[] | null) => void
  readonly titleOf: (name: string) => string
}

/** Shows the networks that take one way of paying, in order, and the networks that can be added. */
function WayRow({ way, edit, setOrder, titleOf }: WayRowProps) {
  const { t } = useTranslation(['routing', 'admin'])
  const isDefault = edit === undefined ? way.is_default : edit === null
  const order = edit ?? way.networks
  const others = choicesOf(way).filter(name => !order.includes(name))
  return (
    <li className="way" data-testid={`way-${way.way}`}>
      <div className="way-head">
        <h3>{t(wayName(way.way))}</h3>
        <span className="muted-text">{t(isDefault ? 'way_default' : 'way_own')}</span>
        {!isDefault && (
          <Button variant="subtle" size="compact-md" className="way-button" onClick={() => setOrder(null)}>
            {t('way_reset')}
          </Button>
        )}
      </div>
      {!isDefault && order.length === 0 && <p className="network-error">{t('way_off')}</p>}
      {edit !== null && <OrderList way={way} order={order} setOrder={setOrder} titleOf={titleOf} />}
      {!isDefault &&
        others.map(name => (
          <button key={name} type="button" className="button-link" onClick={() => setOrder([...order, name])}>
            <Icon name="plus" size={16} /> {t('add', { network: titleOf(name) })}
          </button>
        ))}
    </li>
  )
}

type OrderListProps = Omit<WayRowProps, 'edit' | 'setOrder'> & {
  readonly order: readonly string[]
  readonly setOrder: (order: readonly string[]) => void
}

/** Shows the networks in the order in which they are tried. */
function OrderList({ way, order, setOrder, titleOf }: OrderListProps) {
  const { t } = useTranslation(['routing', 'admin'])
  const [dragged, setDragged] = useState<number>()
  return (
    <ol className="order" aria-label={t(wayName(way.way))}>
      {order.map((name, index) => (
        <li
          key={name}
          draggable={order.length > 1}
          data-dragged={dragged === index || undefined}
          data-testid={`order-${name}`}
          onDragStart={event => {
            event.dataTransfer.setData('text/plain', name)
            event.dataTransfer.effectAllowed = 'move'
            setDragged(index)
          }}
          onDragOver={event => dragged !== undefined && event.preventDefault()}
          onDrop={event => {
            event.preventDefault()
            if (dragged !== undefined) setOrder(moveNetwork(order, dragged, index))
          }}
          onDragEnd={() => setDragged(undefined)}
        >
          <span className="order-place">{index + 1}</span>
          <strong>{titleOf(name)}</strong>
          <ChoiceNote way={way} name={name} />
          <OrderButton
            icon="up"
            label={t('up', { network: titleOf(name) })}
            isOff={index === 0}
            onPress={() => setOrder(moveNetwork(order, index, index - 1))}
          />
          <OrderButton
            icon="down"
            label={t('down', { network: titleOf(name) })}
            isOff={index === order.length - 1}
            onPress={() => setOrder(moveNetwork(order, index, index + 1))}
          />
          <OrderButton
            icon="cross"
            label={t('leave_out', { network: titleOf(name) })}
            onPress={() => setOrder(order.filter(network => network !== name))}
          />
        </li>
      ))}
    </ol>
  )
}

/** Notes that a network is not connected, is paused after failures, or is being tried again. */
function ChoiceNote({ way, name }: { readonly way: RoutedWay; readonly name: string }) {
  const { t } = useTranslation(['routing', 'admin'])
  const choice = way.choices.find(eachChoice => eachChoice.name === name)
  if (choice && !choice.used) return <em>{t('not_used')}</em>
  if (choice?.circuit.state === 'open') return <em className="network-error">{t('circuit_open')}</em>
  return choice?.circuit.state === 'half_open' ? <em>{t('circuit_half_open')}</em> : <em />
}

interface OrderButtonProps {
  readonly icon: 'up' | 'down' | 'cross'
  readonly label: string
  readonly isOff?: boolean
  readonly onPress: () => void
}

/** Moves a network up or down, or removes it from the order. */
const OrderButton = ({ icon, label, isOff = false, onPress }: OrderButtonProps) => (
  <button
    type="button"
    className="order-button"
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onPress}
  >
    <Icon name={icon} size={18} />
  </button>
)
