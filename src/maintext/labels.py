"""What a part of a page can be, and what a page can be. Methods decide on it, formats write it."""

LABELS = ("boilerplate", "main", "title", "byline", "caption", "comments")
PAGE_TYPES = ("article", "forum", "product", "collection", "listing", "documentation", "service")
