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
  // The time between two requests, by how many failed one after the other.
  var pausesMs = [2500, 4000, 6500, 10000, 16000, 20000]
  var requestTimeoutMs = 12000
  var misses = 0
  var isAsking = false
  var isLeaving = false
  var timer
  // The form's script replaces these. `prepare` runs for each page that is shown. `keepAnswers` reads what
  // was typed, and returns the function that writes it into the next page. `isDecided` returns whether an
  // attempt is another one than the shown, or ends the wait of a form. `endCountdown` gets a countdown at 0.
  var prepare = function () {}
  var keepAnswers = function () {
    return prepare
  }
  var isDecided = function () {
    return false
  }
  var endCountdown = function () {}

  // Returns the first element that matches, in the document or within an element.
  function query(selector, within) {
    return (within || doc).querySelector(selector)
  }
  // Calls `action` with every element that matches.
  function each(selector, action) {
    Array.prototype.forEach.call(doc.querySelectorAll(selector), action)
  }
  // Returns the URL of the page itself (`page`) or of its status (`status`).
  function pageData(name) {
    return query('[data-page]').getAttribute('data-' + name)
  }
  function shownState() {
    return query('main').getAttribute('data-state')
  }
  // Whether the page may still change. So may a form whose former attempt may still turn out paid.
  function isWaiting() {
    return shownState() === 'waiting' || shownState() === 'unknown' || query('main[data-checking]')
  }

  // Sends a GET. `done` gets the parsed answer (a document for text/html) or null, and whether the server was
  // reached.
  function fetchParsed(url, type, done) {
    var request = new XMLHttpRequest()
    request.open('GET', url)
    request.timeout = requestTimeoutMs
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

  // Asks for the payment's state and attempt, and loads the page again if they differ from the shown ones. A
  // page that then redirects to the shop is opened by the browser, because a script may not load the shop's.
  function checkStatus() {
    clearTimeout(timer)
    if (isAsking || isLeaving || doc.hidden) return
    isAsking = true
    fetchParsed(pageData('status'), 'application/json', function (answer, isReached) {
      isAsking = false
      if (isLeaving) return
      if (!answer || !answer.state) return countMiss(isReached)
      clearMisses()
      if (answer.state === shownState() && !isDecided(answer.attempt)) checkLater()
      else if (query('[data-leaves]')) location.replace(pageData('page'))
      else loadPage()
    })
  }
  // Loads the page and shows it in place with what was typed; a screen reader reads its new heading.
  function loadPage() {
    isAsking = true
    fetchParsed(pageData('page'), 'text/html', function (page, isReached) {
      isAsking = false
      if (isLeaving) return
      var putBack = keepAnswers()
      if (!showPage(page)) return countMiss(isReached)
      putBack()
      query('[data-said]').textContent = query('h1').textContent
      scrollTo(0, 0)
      checkLater()
    })
  }
  // Plans the next status check, if the page shows a state that can change.
  function checkLater() {
    clearTimeout(timer)
    if (isWaiting()) timer = setTimeout(checkStatus, pausesMs[Math.min(misses, pausesMs.length - 1)])
  }
  // Counts a failed request. The second one in a row that did not reach the server shows the notice.
  function countMiss(isReached) {
    misses++
    query('.offline').hidden = isReached || misses < 2
    checkLater()
  }
  function clearMisses() {
    misses = 0
    query('.offline').hidden = true
  }

  // Replaces the shown page by another one. Returns false if that is not a page of the checkout.
  function showPage(page) {
    var next = page && query('[data-page]', page)
    if (!next) return false
    var old = query('[data-page]')
    var hadFocus = old.contains(doc.activeElement)
    doc.title = page.title
    doc.body.className = page.body.className
    doc.documentElement.lang = page.documentElement.lang
    query('.offline').textContent = query('.offline', page).textContent
    old.parentNode.replaceChild(doc.importNode(next, true), old)
    // So that a reload never sends a form again.
    if (history.replaceState) history.replaceState(null, '', pageData('page'))
    startPage()
    if (hadFocus) (query('main [autofocus]') || query('h1')).focus()
    return true
  }

  // Starts the countdowns and status checks of a page that was just shown.
  function startPage() {
    var now = Date.now()
    each('[data-left]', function (element) {
      element.end = now + Number(element.getAttribute('data-left'))
    })
    each('[data-after]', function (element) {
      element.from = now + Number(element.getAttribute('data-after'))
    })
    prepare()
    updateTimes()
    checkLater()
  }

  function twoDigits(value) {
    return ('0' + value).slice(-2)
  }
  // Returns `4:59` or `1:04:59`.
  function clockText(ms) {
    var seconds = Math.ceil(ms / 1000)
    var minutes = Math.floor(seconds / 60)
    var end = ':' + twoDigits(seconds % 60)
    return minutes < 60 ? minutes + end : Math.floor(minutes / 60) + ':' + twoDigits(minutes % 60) + end
  }
  // Updates every countdown, and shows what appears only after a while.
  function updateTimes() {
    var now = Date.now()
    each('[data-left]', function (element) {
      var left = element.end - now
      if (left <= 0) {
        element.textContent = element.getAttribute('data-over')
        return endCountdown(element)
      }
      element.textContent = element
        .getAttribute('data-text')
        .replace('{{time}}', clockText(left))
        .replace('{{seconds}}', Math.ceil(left / 1000))
    })
    each('[data-after]', function (element) {
      if (now >= element.from) element.hidden = false
    })
  }

  doc.addEventListener('click', function (event) {
    var target = event.target
    if (!target.hasAttribute('data-language') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    var putBack = keepAnswers()
    fetchParsed(target.href, 'text/html', function (page) {
      if (showPage(page)) putBack()
      else location.href = target.href
    })
  })

  // The customer may come back by the tab, by the back button, or by unlocking the phone.
  doc.addEventListener('visibilitychange', checkStatus)
  window.addEventListener('online', checkStatus)
  window.addEventListener('pagehide', function () {
    isLeaving = true
  })
  window.addEventListener('pageshow', function (event) {
    isLeaving = false
    if (event.persisted) checkStatus()
  })

  FORM_SCRIPT

  if (query('[data-page]')) {
    setInterval(updateTimes, 1000)
    startPage()
  }
})()
