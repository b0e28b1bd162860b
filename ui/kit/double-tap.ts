// A double tap is one tap. Where the first one takes its button away, the second would fall on whatever comes
// up under the finger: "New sale" under "Take cash", before the cashier has read the change. What leaves a
// sale is marked `data-leaves` and takes no second tap.
interface Tap {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly control: Element | null
}

/** Two taps so close together, in milliseconds and pixels, were meant as one. */
const doubleTapMs = 400
const doubleTapPx = 40

/** Returns whether the second tap was meant for the control that went away with the first. */
export const isDoubleTap = (second: Tap, first: Tap | undefined): boolean =>
  first !== undefined &&
  second.at - first.at < doubleTapMs &&
  Math.hypot(second.x - first.x, second.y - first.y) < doubleTapPx &&
  first.control !== second.control &&
  first.control?.isConnected === false

/** From now on, prevents the second tap of a double tap from leaving a sale. */
export function ignoreDoubleTaps(): void {
  let previousTap: Tap | undefined
  let lastTap: Tap | undefined
  const capture = { capture: true }
  document.addEventListener(
    'pointerdown',
    ({ timeStamp, clientX, clientY, target }) => {
      previousTap = lastTap
      const control = target instanceof Element ? (target.closest('button, a, input') ?? target) : null
      lastTap = { at: timeStamp, x: clientX, y: clientY, control }
    },
    capture,
  )
  document.addEventListener(
    'click',
    event => {
      // A click by a key has the detail 0.
      if (event.detail === 0 || !lastTap || !isDoubleTap(lastTap, previousTap)) return
      if (!(event.target instanceof Element && event.target.closest('[data-leaves]'))) return
      event.preventDefault()
      event.stopPropagation()
    },
    capture,
  )
}
