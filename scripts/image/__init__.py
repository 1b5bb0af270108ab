"""The image for containers, built without a daemon and without root, as an OCI image layout."""
