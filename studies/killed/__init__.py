"""What remains of a run that is killed at random moments, or whose workers or report writers are."""
