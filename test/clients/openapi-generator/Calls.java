// The jobs of a merchant's software, with the client that openapi-generator makes for Java (okhttp): address, key.
import java.util.Arrays;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PaymentsApi;
import org.openapitools.client.api.PayoutsApi;
import org.openapitools.client.api.SessionsApi;
import org.openapitools.client.model.*;

public class Calls {
  /** Calls an operation with its first arguments; a method has one for each parameter that may be left out. */
  @SuppressWarnings("unchecked")
  static <T> T call(Object api, String name, Object... first) throws Exception {
    for (var method : api.getClass().getMethods())
      if (method.getName().equals(name)) return (T) method.invoke(api, Arrays.copyOf(first, method.getParameterCount()));
    throw new IllegalArgumentException(name);
  }

  public static void main(String[] args) throws Exception {
    var client = new ApiClient().setBasePath(args[0]);
    client.setBearerToken(args[1]);
    var payments = new PaymentsApi(client);
    var sessions = new SessionsApi(client);
    var payouts = new PayoutsApi(client);
    var body = CreatePayment.fromJson(
        "{\"payment_type\":\"mobile\",\"details\":{\"amount\":5000,\"currency\":\"TZS\"},"
            + "\"phone_number\":\"255754123403\",\"metadata\":{\"order\":\"A1\"}}");
    Payment made = Calls.<CreatePayment201Response>call(payments, "createPayment", body).getData();
    System.out.println("created " + made.getStatus() + " " + made.getMetadata().get("order"));
    System.out.println("pushed " + Calls.<Push>call(payments, "pushPayment", made.getReference()).getStatus());
    ListPayments200Response found = call(payments, "searchPayments", null, made.getReference());
    System.out.println("found " + found.getData().getItems().size());
    ListPayments200Response listed = call(payments, "listPayments", 1);
    System.out.println("listed " + listed.getData().getItems().size());
    var session = Calls.<CreateSession201Response>call(
        sessions, "createSession", CreateSession.fromJson("{\"amount\":5000}")).getData();
    var read = Calls.<GetSession200Response>call(sessions, "getSession", session.getReference()).getData();
    System.out.println("session " + read.getStatus());
    var wallet = SendPayout.fromJson(
        "{\"channel\":\"mobile\",\"recipient_phone\":\"255754123456\",\"recipient_name\":\"Asha\",\"amount\":5000}");
    var sent = Calls.<SendPayout201Response>call(payouts, "sendPayout", wallet).getData();
    System.out.println("paid out " + sent.getAmount().getValue());
  }
}
