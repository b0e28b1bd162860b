<?php
// The jobs of a merchant's software, with the client that openapi-generator makes for PHP: folder, address, key.
// Guzzle is Debian's php-guzzlehttp-guzzle.
use OpenAPI\Client\Api\PaymentsApi;
use OpenAPI\Client\Api\PayoutsApi;
use OpenAPI\Client\Api\SessionsApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\CreatePayment;
use OpenAPI\Client\Model\CreatePaymentDetails;
use OpenAPI\Client\Model\CreateSession;
use OpenAPI\Client\Model\SendPayout;

[, $folder, $url, $key] = $argv;
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class) use ($folder): void {
    $file = "$folder/lib/" . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

$config = (new Configuration())->setHost($url)->setAccessToken($key);
$http = new GuzzleHttp\Client();
$payments = new PaymentsApi($http, $config);
$sessions = new SessionsApi($http, $config);
$payouts = new PayoutsApi($http, $config);
$body = new CreatePayment([
    'payment_type' => 'mobile',
    'details' => new CreatePaymentDetails(['amount' => 5000, 'currency' => 'TZS']),
    'phone_number' => '255754123402',
    'metadata' => ['order' => 'A1'],
]);
$made = $payments->createPayment($body)->getData();
echo 'created ', $made->getStatus(), ' ', $made->getMetadata()['order'], "\n";
echo 'pushed ', $payments->pushPayment($made->getReference())->getStatus(), "\n";
echo 'found ', count($payments->searchPayments(reference: $made->getReference())->getData()->getItems()), "\n";
echo 'listed ', count($payments->listPayments(limit: 1)->getData()->getItems()), "\n";
$session = $sessions->createSession(create_session: new CreateSession(['amount' => 5000]))->getData();
echo 'session ', $sessions->getSession($session->getReference())->getData()->getStatus(), "\n";
$wallet = ['channel' => 'mobile', 'recipient_phone' => '255754123456', 'recipient_name' => 'Asha', 'amount' => 5000];
echo 'paid out ', $payouts->sendPayout(new SendPayout($wallet))->getData()->getAmount()->getValue(), "\n";
