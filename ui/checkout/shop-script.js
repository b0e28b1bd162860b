// Adds to the shop page what needs no server: buttons for one more or less, and the total while it is chosen.
// The page works without it, and the server prices the order.
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/suspicious/noVar: ES5
// biome-ignore-all lint/suspicious/noRedundantUseStrict: a classic script is not strict without it
;(function () {
  'use strict'
  var form = document.querySelector('form')
  var totals = Array.prototype.slice.call(document.querySelectorAll('[data-total]'))
  var inputs = Array.prototype.slice.call(document.querySelectorAll('[data-price]'))

  // Returns the typed quantity; 0 for what is no quantity.
  function countOf(input) {
    var count = parseFloat(input.value.replace(',', '.'))
    return count > 0 && count < 100 ? count : 0
  }
  function numberAttribute(input, name) {
    return Number(input.getAttribute(`data-${name}`))
  }
  // Shows the total of all that is typed.
  function showTotal() {
    var sum = inputs.reduce(function (sum, input) {
      var count = countOf(input)
      var from = numberAttribute(input, 'from')
      // In thousandths, as the server counts: fractions would round some sums down.
      var price = numberAttribute(input, from > 0 && count >= from ? 'less' : 'price')
      return sum + Math.floor((Math.round(count * 1000) * price + 500) / 1000)
    }, 0)
    totals.forEach(function (total) {
      total.lastElementChild.textContent = `TZS\u00a0${String(sum).replace(/\B(?=(\d{3})+$)/g, ',')}`
      total.hidden = false
    })
  }
  // Returns a button that adds `step` to the quantity, within 0 and 99.
  function stepButton(input, name, step) {
    var button = document.createElement('button')
    button.type = 'button'
    button.textContent = step > 0 ? '+' : '\u2212'
    button.setAttribute(
      'aria-label',
      `${form.getAttribute(`data-${name}`)}: ${input.labels[0].firstChild.textContent}`,
    )
    button.addEventListener('click', function () {
      // Without the rounding, 1.1 kg less 1 would be 0.10000000000000009.
      var stepped = Math.round((countOf(input) + step) * 1000) / 1000
      var count = Math.min(99, Math.max(0, stepped))
      input.value = count > 0 ? String(count) : ''
      showTotal()
    })
    return button
  }
  if (!('labels' in document.createElement('input'))) return
  inputs.forEach(function (input) {
    input.parentNode.insertBefore(stepButton(input, 'less', -1), input)
    input.parentNode.insertBefore(stepButton(input, 'more', 1), input.nextSibling)
  })
  form.addEventListener('input', showTotal)
  window.addEventListener('pageshow', showTotal)
  showTotal()
})()
