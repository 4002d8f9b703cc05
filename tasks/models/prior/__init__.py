"""`prior`: text-only probes, fitted on train. They measure what the words of a question give away (SPEC section 4)."""
