"""Sentences and labels of the pages."""
