// Creates a payment and reads it with the client that oapi-codegen generates. Arguments: URL, API key.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"kaunta-call/kaunta"
)

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	}
	client, err := kaunta.NewClientWithResponses(os.Args[1], kaunta.WithRequestEditorFn(key))
	if err != nil {
		panic(err)
	}
	body := kaunta.CreatePaymentJSONRequestBody{PaymentType: kaunta.CreatePaymentPaymentTypeDynamicQr}
	body.Details.Amount = 5000
	body.Details.Currency = "TZS"
	made, err := client.CreatePaymentWithResponse(context.Background(), nil, body)
	if err != nil || made.JSON201 == nil {
		panic(fmt.Sprint(err, made))
	}
	read, err := client.GetPaymentWithResponse(context.Background(), made.JSON201.Data.Reference)
	if err != nil || read.JSON200 == nil {
		panic(fmt.Sprint(err, read))
	}
	fmt.Println(read.JSON200.Data.Status, read.JSON200.Data.Amount.Value)
}
