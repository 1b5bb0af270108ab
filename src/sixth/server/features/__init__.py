"""The features of the site, a folder each; `server.app` lists them."""
