"""Printed tables: those of pandas as text and as HTML, and other formats."""
