# A provider-state endpoint in Python, on its standard library alone:  STATES_TOKEN=… python3 handler.py 4020
import json
import os
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class NotSo(Exception):
    """The state is known, but cannot be reached with these parameters."""


# Put your own calls here: set up each state in your system, and return its values.
def exchange_rate(params):
    return {"sourceCurrency": "USD", "destinationCurrency": "EUR"}


def customer(params):
    kyc_status = params.get("kycStatus", "APPROVED")
    if kyc_status != "APPROVED":
        raise NotSo(f"no customer here has the KYC status {kyc_status}")
    customer_id = f"Customer:{uuid.uuid4()}"
    return {"customerId": customer_id, "platformCustomerId": f"test-{customer_id}"}


STATES = {"exchange-rate": exchange_rate, "customer": customer}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.headers.get("authorization") != f"Bearer {os.environ['STATES_TOKEN']}":
            self.answer(401)
        elif asked["state"] not in STATES:
            self.answer(404)
        elif asked["action"] == "teardown":
            self.answer(204)
        else:
            try:
                self.answer(200, STATES[asked["state"]](asked.get("params", {})))
            except NotSo as reason:
                self.answer(422, {"message": str(reason)})

    def answer(self, status, body=None):
        text = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        if status != 204:
            self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
