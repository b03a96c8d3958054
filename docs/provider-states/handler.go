// A provider-state endpoint in Go, on its standard library alone:  STATES_TOKEN=… go run handler.go 4020
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

type object = map[string]any

// Put your own calls here: set up each state in your system, and return its values. An error means
// that the state cannot be set up with these parameters.
var states = map[string]func(params object) (object, error){
	"exchange-rate": func(object) (object, error) {
		return object{"sourceCurrency": "USD", "destinationCurrency": "EUR"}, nil
	},
	"customer": func(params object) (object, error) {
		if kyc, given := params["kycStatus"]; given && kyc != "APPROVED" {
			return nil, fmt.Errorf("no customer here has the KYC status %v", kyc)
		}
		id := "Customer:" + uuid()
		return object{"customerId": id, "platformCustomerId": "test-" + id}, nil
	},
}

func uuid() string {
	b := make([]byte, 16)
	rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func handle(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Action, State string
		Params        object
	}
	if r.Header.Get("authorization") != "Bearer "+os.Getenv("STATES_TOKEN") {
		w.WriteHeader(401)
		return
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		w.WriteHeader(400)
		return
	}
	reach, known := states[asked.State]
	switch {
	case !known:
		w.WriteHeader(404)
	case asked.Action == "teardown":
		w.WriteHeader(204)
	default:
		status, body := 200, object(nil)
		values, err := reach(asked.Params)
		if body = values; err != nil {
			status, body = 422, object{"message": err.Error()}
		}
		w.Header().Set("content-type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(body)
	}
}

func main() {
	http.HandleFunc("/", handle)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
