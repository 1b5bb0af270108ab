"""One module for each group of addresses: parse the request, call the service, answer."""
