//! Calls every method of the crate snippe and prints one JSON line for each. Arguments: URL, API key.
use std::fmt::Debug;

use snippe::models::bank::BankCode;
use snippe::models::common::{Customer, ListParams};
use snippe::models::payment::{
    CardPayment, CreatePaymentRequest, HostedPaymentDetails, ListPaymentsParams, MobilePayment, QrPayment,
    SearchPaymentsParams,
};
use snippe::models::payout::{BankPayout, MobilePayout, SendPayoutRequest};
use snippe::models::session::{AllowedMethod, CreateSessionRequest, SessionCustomer};
use snippe::{Client, IdempotencyKey};

fn report<T: Debug>(method: &str, answer: snippe::Result<T>) -> Option<T> {
    let line = match &answer {
        Ok(value) => serde_json::json!({ "method": method, "answer": format!("{value:?}") }),
        Err(error) => serde_json::json!({ "method": method, "error": error.to_string() }),
    };
    println!("{line}");
    answer.ok()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let client = Client::builder().base_url(&arguments[1]).api_key(&arguments[2]).build()?;
    let key = |text: &str| IdempotencyKey::new(text).ok();
    let customer = || {
        Customer::new("Neema", "Mushi", "neema@example.com")
            .with_address("Samora Avenue 12")
            .with_city("Dar es Salaam")
            .with_state("Dar es Salaam")
            .with_postcode("11101")
            .with_country("TZ")
    };
    let details =
        || HostedPaymentDetails::tzs(5_000, "https://shop.example.com/thanks", "https://shop.example.com/basket");
    let page = ListParams::new().limit(10).page(1);

    let payments = client.payments();
    let mobile = CreatePaymentRequest::Mobile(MobilePayment::new(5_000, "255754123456", customer()));
    let made = report("payments.create mobile", payments.create(&mobile, key("r-1").as_ref()).await);
    let card = CreatePaymentRequest::Card(CardPayment::new(details(), "255754123456", customer()));
    report("payments.create card", payments.create(&card, None).await);
    let qr = CreatePaymentRequest::DynamicQr(QrPayment::new(details()));
    report("payments.create dynamic-qr", payments.create(&qr, None).await);
    let reference = made.map(|one| one.reference).unwrap_or_default();
    report("payments.get", payments.get(&reference).await);
    report("payments.list", payments.list(&ListPaymentsParams::new().limit(10)).await);
    report("payments.list_with", payments.list_with(&page).await);
    report("payments.search", payments.search(&SearchPaymentsParams::new().reference(&reference)).await);
    report("payments.trigger_push", payments.trigger_push(&reference).await);
    report("payments.balance", payments.balance().await);

    let payouts = client.payouts();
    report("payouts.fee", payouts.fee(5_000).await);
    let wallet = SendPayoutRequest::Mobile(MobilePayout::new(5_000, "255754123789", "Juma Ali"));
    let sent = report("payouts.send mobile", payouts.send(&wallet, key("r-2").as_ref()).await);
    let bank = SendPayoutRequest::Bank(BankPayout::new(5_000, BankCode::Crdb, "0150123456789", "Juma Ali"));
    report("payouts.send bank", payouts.send(&bank, None).await);
    report("payouts.get", payouts.get(&sent.map(|one| one.reference).unwrap_or_default()).await);
    report("payouts.list", payouts.list(&page).await);

    let sessions = client.sessions();
    let request = CreateSessionRequest::fixed_amount(5_000)
        .with_allowed_methods([AllowedMethod::MobileMoney, AllowedMethod::Qr])
        .with_customer(SessionCustomer::new("Neema Mushi").with_phone("+255754123456"))
        .with_description("Order A-1042");
    let opened = report("sessions.create", sessions.create(&request, key("r-3").as_ref()).await);
    let reference = opened.map(|one| one.reference).unwrap_or_default();
    report("sessions.get", sessions.get(&reference).await);
    report("sessions.list", sessions.list(&page).await);
    report("sessions.cancel", sessions.cancel(&reference).await);
    Ok(())
}
