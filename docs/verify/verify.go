// Package webhook checks that a webhook is Kaunta's and fresh.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// IsGenuine takes the exact bytes of the request's body, read before they are decoded, and the account's signing key,
// the whole text with whsec_.
func IsGenuine(body []byte, header http.Header, secret string, now time.Time) bool {
	stamp := header.Get("X-Webhook-Timestamp")
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(append([]byte(stamp+"."), body...))
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	isSigned := hmac.Equal(expected, []byte(header.Get("X-Webhook-Signature"))) ||
		hmac.Equal(expected, []byte(header.Get("X-Webhook-Signature-Previous")))
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	return isSigned && err == nil && now.Sub(time.Unix(seconds, 0)).Abs() <= 5*time.Minute
}
