"""All operations and gradients in four formats: right results, which must not be refused, and wrong ones."""
