"""Other tools that compare numbers, with the derived tolerance in place of their own. Each imports its tool late."""
