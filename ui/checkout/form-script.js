// What only a session's page does: names the network while the number is typed, groups the amount's digits,
// prevents a second submit, presses a button when its countdown ends, keeps answers over a change of language,
// and goes on to the shop. A part of page-script.js, whose functions it calls.
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/correctness/noUndeclaredVariables: they are page-script.js's, and minify.ts puts NETWORKS and GROUPED in
// biome-ignore-all lint/suspicious/noVar: ES5
var networks = NETWORKS
var returning
var submitTimeoutMs = 30000

prepare = function () {
  clearInterval(returning)
  countDownToShop()
}

// Whether an attempt is another one than the shown page's, or ends the wait of a form whose former attempt
// was still open. It is undefined if the session has no attempt.
isDecided = function (attempt) {
  if (!attempt) return false
  var main = query('main')
  var shownId = main.getAttribute('data-attempt')
  return (
    (shownId && attempt.id !== shownId) ||
    (main.hasAttribute('data-checking') && attempt.status !== 'pending')
  )
}

// Presses the button that a countdown waited for, once. Any input since then has removed `data-send`.
endCountdown = function (element) {
  var button = element.getAttribute('data-send')
  element.removeAttribute('data-send')
  if (button && query(button)) query(button).click()
}
doc.addEventListener('input', function () {
  each('[data-send]', function (element) {
    element.removeAttribute('data-send')
    element.setAttribute('data-text', '')
    element.setAttribute('data-over', '')
  })
})

// Counts down while the receipt is read, then continues to the shop. It replaces the page in the history, so
// that the back button does not lead here again.
function countDownToShop() {
  var link = query('[data-return]')
  if (!link) return
  var box = query('[data-staying]')
  var text = query('[data-text]', box)
  var seconds = Number(link.getAttribute('data-return'))
  box.hidden = false
  function countSecond() {
    text.textContent = text.getAttribute('data-text').replace('{{seconds}}', seconds)
    if (seconds-- > 0) return
    clearInterval(returning)
    location.replace(link.href)
  }
  countSecond()
  returning = setInterval(countSecond, 1000)
}

// Returns the brand of a number by its first two digits after the country code; empty if it has none.
function networkOf(text) {
  var digits = text.replace(/\D/g, '').replace(/^(?:(?:00)?255)?0?/, '')
  return networks[digits.slice(0, 2)] || ''
}
// Writes the network only when it changes, so that a screen reader announces it once and not at every digit.
function showNetwork(network) {
  var output = query('#network')
  if (output.textContent !== network) output.textContent = network
}
var grouped = GROUPED

doc.addEventListener('input', function (event) {
  var field = event.target
  if (field.hasAttribute('data-phone')) showNetwork(networkOf(field.value))
  // Groups digits only while the customer types at the end: in the middle the cursor would jump.
  if (field.hasAttribute('data-digits') && field.selectionStart === field.value.length)
    field.value = grouped(field.before || '', field.value)
  field.before = field.value
})

doc.addEventListener('submit', function (event) {
  if (isLeaving) return event.preventDefault()
  isLeaving = true
  var button = query('[type=submit]', event.target)
  // Disables the buttons after the submit: a button that is disabled now might not be sent.
  setTimeout(function () {
    button.label = button.textContent
    button.textContent = button.getAttribute('data-busy')
    each('[type=submit]', function (submitButton) {
      submitButton.disabled = true
    })
  })
  // The customer may try again if the browser gave up.
  setTimeout(enableSubmit, submitTimeoutMs)
})
function enableSubmit() {
  isLeaving = false
  each('[type=submit]', function (button) {
    button.disabled = false
    if (button.label) button.textContent = button.label
    button.label = ''
  })
}
window.addEventListener('pageshow', enableSubmit)

doc.addEventListener('click', function (event) {
  if (!event.target.hasAttribute('data-stay')) return
  clearInterval(returning)
  query('[data-staying]').hidden = true
})

// Reads every answer of the form, and returns the function that writes them back.
keepAnswers = function () {
  var typed = {}
  each('form [name]:not([type=hidden])', function (field) {
    if (field.type !== 'radio' || field.checked) typed[field.name] = field.value
  })
  return function () {
    each('form [name]:not([type=hidden])', function (field) {
      if (!(field.name in typed)) return
      if (field.type === 'radio') field.checked = field.value === typed[field.name]
      else field.value = typed[field.name]
    })
  }
}
