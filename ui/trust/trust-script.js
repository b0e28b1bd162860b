// Says whether this device trusts the server: it does when a request over https succeeds. Asks again, because
// the certificate is installed in other windows. The page works without it.
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/style/useTemplate: ES5
// biome-ignore-all lint/suspicious/noVar: ES5
// biome-ignore-all lint/suspicious/noRedundantUseStrict: a classic script is not strict without it
;(function () {
  'use strict'
  var main = document.querySelector('main')
  var line = document.querySelector('[data-trust]')
  if (!line) return
  // An address that the visitor opened past a warning says nothing, so the page's own one is left out.
  var urls = main
    .getAttribute('data-checks')
    .split(' ')
    .filter(function (url) {
      return url !== '' && url !== location.origin
    })
  var isTrusted = false

  function show(next, url) {
    isTrusted = next
    main.setAttribute('data-trusted', next ? 'yes' : 'no')
    line.hidden = false
    line.textContent = line.getAttribute(next ? 'data-yes' : 'data-no')
    var link = document.querySelector('[data-open]')
    link.hidden = !next
    if (next) link.href = url + '/till'
  }

  function ask(url, done) {
    var request = new XMLHttpRequest()
    request.open('GET', url + '/trust/check')
    request.timeout = 5000
    request.onload = function () {
      done(true)
    }
    request.onerror = request.ontimeout = function () {
      done(false)
    }
    request.send()
  }

  // Each address is asked, since a device may find no names.
  function askAll() {
    var left = urls.length
    urls.forEach(function (url) {
      ask(url, function (isAnswered) {
        left--
        if (isAnswered && !isTrusted) show(true, url)
        if (left > 0 || isTrusted) return
        show(false)
        setTimeout(askAll, 3000)
      })
    })
  }
  askAll()
})()
