// What every page here does with scripts: asks for the status and shows the new state in place, counts down,
// and changes its language. form-script.js adds what a session's page does. The page works without scripts,
// only slower. Old phones must be able to read it: no syntax newer than ES5, and XMLHttpRequest, which also
// parses HTML.
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/complexity/useOptionalChain: ES5
// biome-ignore-all lint/complexity/noUselessUndefinedInitialization: ES5
// biome-ignore-all lint/correctness/noUndeclaredVariables: minify.ts puts FORM_SCRIPT in
// biome-ignore-all lint/style/useTemplate: ES5
// biome-ignore-all lint/suspicious/noVar: ES5
// biome-ignore-all lint/suspicious/noRedundantUseStrict: a classic script is not strict without it
;(function () {
  'use strict'
  var doc = document
  // The time between two requests: longer after each one that failed.
  var pausesMs = [2500, 4000, 6500, 10000, 16000, 20000]
  var misses = 0
  var asking = false
  var leaving = false
  var timer
  // The form's script replaces these: it prepares a page that is shown, and keeps answers over a change of language.
  var prepare = function () {}
  var keptAnswers = function () {
    return prepare
  }

  function one(selector, within) {
    return (within || doc).querySelector(selector)
  }
  function each(selector, action) {
    Array.prototype.forEach.call(doc.querySelectorAll(selector), action)
  }
  function data(name) {
    return one('[data-page]').getAttribute('data-' + name)
  }
  function state() {
    return one('main').getAttribute('data-state')
  }
  function waits() {
    return state() === 'waiting' || state() === 'unknown'
  }

  // Asks the server. `done` gets what came, or null, and whether the server was reached.
  function get(url, type, done) {
    var request = new XMLHttpRequest()
    request.open('GET', url)
    request.timeout = 12000
    request.setRequestHeader('Accept', type)
    if (type === 'text/html') request.responseType = 'document'
    request.onloadend = function () {
      var answer = null
      try {
        answer = request.responseType ? request.response : JSON.parse(request.responseText).data
      } catch (_) {}
      done(answer, request.status > 0)
    }
    request.send()
  }

  // The state on the server against the one that is shown.
  function checkStatus() {
    clearTimeout(timer)
    if (asking || leaving || doc.hidden) return
    asking = true
    get(data('status'), 'application/json', function (answer, reached) {
      asking = false
      if (leaving) return
      if (!answer || !answer.state) return missed(reached)
      found()
      var shown = one('main').getAttribute('data-attempt')
      if (answer.state !== state() || (shown && answer.attempt && answer.attempt.id !== shown)) refresh()
      else later()
    })
  }
  function refresh() {
    asking = true
    get(data('page'), 'text/html', function (page, reached) {
      asking = false
      if (leaving) return
      if (!show(page)) return missed(reached)
      one('[data-said]').textContent = one('h1').textContent
      scrollTo(0, 0)
      later()
    })
  }
  function later() {
    clearTimeout(timer)
    if (waits()) timer = setTimeout(checkStatus, pausesMs[Math.min(misses, pausesMs.length - 1)])
  }
  function missed(reached) {
    misses++
    one('.offline').hidden = reached || misses < 2
    later()
  }
  function found() {
    misses = 0
    one('.offline').hidden = true
  }

  // Puts another page in the place of this one; false when it is none of ours.
  function show(page) {
    var next = page && one('[data-page]', page)
    if (!next) return false
    var old = one('[data-page]')
    var hadFocus = old.contains(doc.activeElement)
    doc.title = page.title
    doc.body.className = page.body.className
    doc.documentElement.lang = page.documentElement.lang
    one('.offline').textContent = one('.offline', page).textContent
    old.parentNode.replaceChild(doc.importNode(next, true), old)
    // So that a reload never sends a form again.
    if (history.replaceState) history.replaceState(null, '', data('page'))
    begin()
    if (hadFocus) (one('main [autofocus]') || one('h1')).focus()
    return true
  }

  function begin() {
    var now = Date.now()
    each('[data-left]', function (element) {
      element.end = now + Number(element.getAttribute('data-left'))
    })
    each('[data-after]', function (element) {
      element.from = now + Number(element.getAttribute('data-after'))
    })
    prepare()
    tick()
    later()
  }

  function two(value) {
    return ('0' + value).slice(-2)
  }
  function clock(ms) {
    var seconds = Math.ceil(ms / 1000)
    var minutes = Math.floor(seconds / 60)
    var end = ':' + two(seconds % 60)
    return minutes < 60 ? minutes + end : Math.floor(minutes / 60) + ':' + two(minutes % 60) + end
  }
  function tick() {
    var now = Date.now()
    each('[data-left]', function (element) {
      var left = element.end - now
      element.textContent =
        left > 0
          ? element
              .getAttribute('data-text')
              .replace('{{time}}', clock(left))
              .replace('{{seconds}}', Math.ceil(left / 1000))
          : element.getAttribute('data-over')
      if (left <= 0) send(element)
    })
    each('[data-after]', function (element) {
      if (now >= element.from) element.hidden = false
    })
  }

  // What was to be sent again once it may; not when the answers have changed since.
  function send(element) {
    var button = element.getAttribute('data-send')
    element.removeAttribute('data-send')
    if (button && one(button)) one(button).click()
  }
  doc.addEventListener('input', function () {
    each('[data-send]', function (element) {
      element.removeAttribute('data-send')
      element.setAttribute('data-text', '')
      element.setAttribute('data-over', '')
    })
  })

  doc.addEventListener('click', function (event) {
    var target = event.target
    if (!target.hasAttribute('data-language') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    var putBack = keptAnswers()
    get(target.href, 'text/html', function (page) {
      if (show(page)) putBack()
      else location.href = target.href
    })
  })

  // The customer came back: by the tab, by the back button, or by unlocking the phone.
  doc.addEventListener('visibilitychange', checkStatus)
  window.addEventListener('online', checkStatus)
  window.addEventListener('pagehide', function () {
    leaving = true
  })
  window.addEventListener('pageshow', function (event) {
    leaving = false
    if (event.persisted) checkStatus()
  })

  FORM_SCRIPT

  if (one('[data-page]')) {
    setInterval(tick, 1000)
    begin()
  }
})()
