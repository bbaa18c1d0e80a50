"""Adapters: array conversion to and from a framework. A file of the same name in a project's own folder wins."""
