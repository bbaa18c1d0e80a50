"""Adapters: how arrays get into a framework and out of it. A file of the same name in a project's own folder wins."""
