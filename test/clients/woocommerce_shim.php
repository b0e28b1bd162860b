<?php
// What docs/woocommerce/kaunta.php needs of WordPress and WooCommerce, over one order; the rest is not here.
// `ADDRESS KEY BODY` makes a request as the plugin does; under a web server this script receives webhooks.

const ABSPATH = '/';
const SNIPPE_API_BASE_URL = 'https://api.invalid';
define('KAUNTA_URL', getenv('KAUNTA_URL') . '/');
define('KAUNTA_SECRET', getenv('KAUNTA_SECRET'));

$hooks = [];
function add_filter(string $name, callable $callback, int $priority = 10, int $count = 1): void
{
    $GLOBALS['hooks'][$name][] = $callback;
}
function add_action(string $name, callable $callback, int $priority = 10): void
{
    add_filter($name, $callback, $priority);
}
function wp_remote_request(string $address, array $options)
{
    foreach ($GLOBALS['hooks']['pre_http_request'] ?? [] as $callback) {
        $answer = $callback(false, $options, $address);
        if ($answer !== false) {
            return $answer;
        }
    }
    $lines = array_map(fn($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
    $http = ['method' => 'POST', 'header' => $lines, 'content' => $options['body'], 'ignore_errors' => true];
    return file_get_contents($address, false, stream_context_create(['http' => $http]));
}
function status_header(int $status): void
{
    http_response_code($status);
}

class Order
{
    public array $data = [];
    public function get_payment_method(): string
    {
        return 'snippe';
    }
    public function update_meta_data(string $name, string $value): void
    {
        $this->data[$name] = $value;
    }
    public function save(): void
    {
        file_put_contents(getenv('ORDER_FILE'), json_encode($this->data));
    }
}
function wc_get_order(int $id): Order|false
{
    return $id === 1042 ? new Order() : false;
}
function wc_get_orders(array $query): array
{
    return $query['meta_value'] === getenv('KNOWN') ? [new Order()] : [];
}

require __DIR__ . '/../../docs/woocommerce/kaunta.php';

if (PHP_SAPI === 'cli') {
    [, $address, $key, $body] = $argv;
    $headers = ['Authorization' => "Bearer $key", 'Content-Type' => 'application/json'];
    // As long as the plugin's UUID, and as new each time.
    $headers['Idempotency-Key'] = bin2hex(random_bytes(18));
    echo wp_remote_request($address, ['headers' => $headers, 'body' => $body]);
} else {
    array_map(fn($callback) => $callback(), $hooks['woocommerce_api_snippe_webhook']);
}
