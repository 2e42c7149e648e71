"""What `make demo` runs: the main content of the pages in `pages/`, what was dropped, and what to try next."""

from pathlib import Path
from textwrap import indent

import maintext

HERE = Path(__file__).parent


def show(title: str, text: str) -> None:
    print(f"  {title}")
    print(indent(text or "(nothing)", "    | ", lambda line: True))
    print()


def main() -> None:
    for path in sorted((HERE / "pages").glob("*.html")):
        found = maintext.extract_page(path.read_bytes())
        kept, dropped = len(found.text), len(found.dropped)
        print(f"== {path.name}: {kept} of {kept + dropped} characters kept by {maintext.DEFAULT_METHOD}\n")
        show("main text", found.text)
        show("dropped", " / ".join(found.dropped.split("\n")).replace(" /  / ", " / "))

    pages = [path.read_bytes() for path in sorted((HERE / "site").glob("*.html"))]
    alone, together = maintext.extract_page(pages[0]), maintext.extract_site(pages)[0]
    print(f"== a page of a site, alone: {len(alone.text.split())} words; with {len(pages) - 1} other pages of the site:\n")
    show("main text, less what the pages share", together.text)

    print("Try next, on a page of your own:")
    print("  .venv/bin/maintext extract page.html")
    print("  .venv/bin/maintext extract page.html --format json    # a score and a decision for each piece of text")
    print("  .venv/bin/maintext extract examples/site --site examples/site")
    print("  .venv/bin/maintext methods                            # eleven methods of five papers, with their parameters")


if __name__ == "__main__":
    main()
