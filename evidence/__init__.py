"""The judgement: plan, passages, coverage, verdicts, cited answers. Free of I/O."""
