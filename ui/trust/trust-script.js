// Shows whether this device trusts the server: it does when a request over https succeeds. The script checks
// again and again, because the certificate is installed in other windows. The page works without it.
// biome-ignore-all lint/complexity/useArrowFunction: ES5
// biome-ignore-all lint/style/useTemplate: ES5
// biome-ignore-all lint/suspicious/noVar: ES5
// biome-ignore-all lint/suspicious/noRedundantUseStrict: a classic script is not strict without it
;(function () {
  'use strict'
  var main = document.querySelector('main')
  var line = document.querySelector('[data-trust]')
  if (!line) return
  // The page's own address is left out, because the visitor may have opened it past a warning.
  var urls = main
    .getAttribute('data-checks')
    .split(' ')
    .filter(function (url) {
      return url !== '' && url !== location.origin
    })
  var isTrusted = false

  // Shows the result. `trustedUrl` is the address that the device trusts; undefined if it trusts none.
  function showTrust(trustedUrl) {
    isTrusted = trustedUrl !== undefined
    main.setAttribute('data-trusted', isTrusted ? 'yes' : 'no')
    line.hidden = false
    line.textContent = line.getAttribute(isTrusted ? 'data-yes' : 'data-no')
    var link = document.querySelector('[data-open]')
    link.hidden = !isTrusted
    if (isTrusted) link.href = trustedUrl + '/till'
  }

  // Calls `done` with whether the device trusts an address.
  function checkUrl(url, done) {
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

  // Checks every address, since a device may find no names, until one is trusted.
  function checkAll() {
    var openChecks = urls.length
    urls.forEach(function (url) {
      checkUrl(url, function (isAnswered) {
        openChecks--
        if (isAnswered && !isTrusted) showTrust(url)
        if (openChecks > 0 || isTrusted) return
        showTrust(undefined)
        setTimeout(checkAll, 3000)
      })
    })
  }
  checkAll()
})()
