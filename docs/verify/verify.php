<?php
// Checks that a webhook is Kaunta's and fresh.

/**
 * @param string $body the exact text of the request, file_get_contents('php://input'), before json_decode
 * @param array $headers as getallheaders() gives them
 * @param string $secret the account's signing key, the whole text with whsec_
 */
function is_genuine(string $body, array $headers, string $secret, ?int $now = null): bool
{
    $headers = array_change_key_case($headers);
    $stamp = $headers['x-webhook-timestamp'] ?? '';
    $expected = hash_hmac('sha256', "$stamp.$body", $secret);
    $is_signed = hash_equals($expected, $headers['x-webhook-signature'] ?? '')
        || hash_equals($expected, $headers['x-webhook-signature-previous'] ?? '');
    return $is_signed && ctype_digit($stamp) && abs(($now ?? time()) - (int) $stamp) <= 300;
}
