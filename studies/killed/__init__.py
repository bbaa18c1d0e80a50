"""What runs leave behind when they, their workers or the writers of their reports are killed at random moments."""
