<?php
/**
 * Plugin Name: Kaunta
 * Description: Sends the payments of "Snippe Payments for WooCommerce" to your Kaunta server, and checks its webhooks.
 *
 * Copy it to wp-content/mu-plugins, and set KAUNTA_URL and KAUNTA_SECRET in wp-config.php.
 */

if (!defined('ABSPATH')) {
    exit;
}

// The plugin's address is a constant of its code. What it sends there goes to Kaunta instead.
add_filter('pre_http_request', function ($answer, $options, $address) {
    if (!defined('SNIPPE_API_BASE_URL') || !str_starts_with($address, SNIPPE_API_BASE_URL . '/')) {
        return $answer;
    }
    // The plugin sends a UUID of 36 characters; the API refuses more than 30.
    $key = $options['headers']['Idempotency-Key'] ?? '';
    if ($key !== '') {
        $options['headers']['Idempotency-Key'] = substr(str_replace('-', '', $key), 0, 30);
    }
    return wp_remote_request(rtrim(KAUNTA_URL, '/') . substr($address, strlen(SNIPPE_API_BASE_URL)), $options);
}, 10, 3);

// The plugin knows another signature. Without this check any visitor could report an order as paid.
add_action('woocommerce_api_snippe_webhook', function () {
    $body = file_get_contents('php://input');
    $stamp = $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '';
    $expected = hash_hmac('sha256', "$stamp.$body", KAUNTA_SECRET);
    $is_signed = hash_equals($expected, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '')
        || hash_equals($expected, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE_PREVIOUS'] ?? '');
    if (!$is_signed || !ctype_digit($stamp) || abs(time() - (int) $stamp) > 300) {
        status_header(401);
        exit('The signature is not Kaunta’s');
    }
    $event = json_decode($body, true);
    if (($event['type'] ?? '') === 'payment.completed') {
        kaunta_find_order($event['data']);
    }
}, 1);

/**
 * Leads the plugin to the order of a payment that it does not know: the customer has tried again, or the
 * answer to its request was lost.
 */
function kaunta_find_order(array $payment): void
{
    $known = ['limit' => 1, 'meta_key' => '_snippe_payment_reference', 'meta_value' => $payment['reference']];
    if (wc_get_orders($known) || !preg_match('/\d+$/', $payment['metadata']['order_id'] ?? '', $number)) {
        return;
    }
    $order = wc_get_order((int) $number[0]);
    if ($order && $order->get_payment_method() === 'snippe') {
        $order->update_meta_data('_snippe_payment_reference', $payment['reference']);
        $order->save();
    }
}

// Some copies of the plugin lack this: there a paid order would keep waiting.
add_filter('woocommerce_valid_order_statuses_for_payment_complete', function ($statuses) {
    return [...$statuses, 'snippe-pending'];
});
