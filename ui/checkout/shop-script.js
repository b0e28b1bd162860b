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

  function countOf(input) {
    var count = parseFloat(input.value.replace(',', '.'))
    return count > 0 && count < 100 ? count : 0
  }
  function read(input, name) {
    return Number(input.getAttribute(`data-${name}`))
  }
  function add() {
    var sum = inputs.reduce(function (sum, input) {
      var count = countOf(input)
      var from = read(input, 'from')
      // In thousandths, as the server counts: fractions would round some sums down.
      var price = read(input, from > 0 && count >= from ? 'less' : 'price')
      return sum + Math.floor((Math.round(count * 1000) * price + 500) / 1000)
    }, 0)
    totals.forEach(function (total) {
      total.lastElementChild.textContent = `TZS\u00a0${String(sum).replace(/\B(?=(\d{3})+$)/g, ',')}`
      total.hidden = false
    })
  }
  function button(input, name, step) {
    var one = document.createElement('button')
    one.type = 'button'
    one.textContent = step > 0 ? '+' : '\u2212'
    one.setAttribute(
      'aria-label',
      `${form.getAttribute(`data-${name}`)}: ${input.labels[0].firstChild.textContent}`,
    )
    one.addEventListener('click', function () {
      var count = Math.min(99, Math.max(0, countOf(input) + step))
      input.value = count > 0 ? String(count) : ''
      add()
    })
    return one
  }
  if (!('labels' in document.createElement('input'))) return
  inputs.forEach(function (input) {
    input.parentNode.insertBefore(button(input, 'less', -1), input)
    input.parentNode.insertBefore(button(input, 'more', 1), input.nextSibling)
  })
  form.addEventListener('input', add)
  window.addEventListener('pageshow', add)
  add()
})()
