// A part of a frame that is as it was comes as an empty element: keep what the page has there.
htmx.registerExtension("same", { htmx_before_morph_node: (_, { newNode }) => newNode.dataset?.same === undefined });
