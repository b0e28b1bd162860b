// What only a session's page does: names the network while the number is typed, groups the amount's digits,
// prevents a second submit, keeps answers over a change of language, and goes on to the shop. A part of
// page-script.js, whose functions it calls.
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/correctness/noUndeclaredVariables: they are page-script.js's, and minify.ts puts NETWORKS and GROUPED in
// biome-ignore-all lint/suspicious/noVar: ES5
var networks = NETWORKS
var returning

prepare = function () {
  clearInterval(returning)
  leave()
}

// After the receipt was read, on to the shop; not back here from there.
function leave() {
  var link = one('[data-return]')
  if (!link) return
  var box = one('[data-staying]')
  var text = one('[data-text]', box)
  var seconds = Number(link.getAttribute('data-return'))
  box.hidden = false
  function count() {
    text.textContent = text.getAttribute('data-text').replace('{{seconds}}', seconds)
    if (seconds-- > 0) return
    clearInterval(returning)
    location.replace(link.href)
  }
  count()
  returning = setInterval(count, 1000)
}

function networkOf(text) {
  var digits = text.replace(/\D/g, '').replace(/^(?:(?:00)?255)?0?/, '')
  return networks[digits.slice(0, 2)] || ''
}
// Announced once, not at every digit.
function showNetwork(network) {
  var place = one('#network')
  if (place.textContent !== network) place.textContent = network
}
var grouped = GROUPED

doc.addEventListener('input', function (event) {
  var field = event.target
  if (field.hasAttribute('data-phone')) showNetwork(networkOf(field.value))
  // Only while the end is typed: in the middle the cursor would jump.
  if (field.hasAttribute('data-digits') && field.selectionStart === field.value.length)
    field.value = grouped(field.before || '', field.value)
  field.before = field.value
})

doc.addEventListener('submit', function (event) {
  if (leaving) return event.preventDefault()
  leaving = true
  var button = one('[type=submit]', event.target)
  // Afterwards: what is disabled now might not be sent.
  setTimeout(function () {
    button.label = button.textContent
    button.textContent = button.getAttribute('data-busy')
    each('[type=submit]', function (other) {
      other.disabled = true
    })
  })
  // After the browser was stopped, the customer may try again.
  setTimeout(free, 30000)
})
function free() {
  leaving = false
  each('[type=submit]', function (button) {
    button.disabled = false
    if (button.label) button.textContent = button.label
    button.label = ''
  })
}
window.addEventListener('pageshow', free)

doc.addEventListener('click', function (event) {
  if (!event.target.hasAttribute('data-stay')) return
  clearInterval(returning)
  one('[data-staying]').hidden = true
})

keptAnswers = function () {
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
