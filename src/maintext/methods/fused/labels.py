"""What a block can be."""

LABELS = ("boilerplate", "main", "title", "byline", "caption", "comments")
PAGE_TYPES = ("article", "forum", "product", "collection", "listing", "documentation", "service")
