"""What every room stands on: files and TOML, settings, number formats, small facts that all share."""
