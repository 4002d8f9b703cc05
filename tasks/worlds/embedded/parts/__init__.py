"""Furniture and small things, put together from simple parts inside their bounding boxes."""
