"""Search: hidden hands that fit what was seen, playouts by the policy, and rollouts of every answer."""
