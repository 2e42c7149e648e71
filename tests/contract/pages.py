"""Ordinary, empty and hostile pages, on which every method is to keep its promises."""

from collections.abc import Mapping

PARAGRAPH = (
    "The harbour froze over in the second week of January, and by Friday the ferry had stopped. People walked to the island "
    "instead, pulling sledges, and the baker put up a table half way across: tea, rolls, and a lantern for the way home."
)
ARTICLE = f"""<!doctype html>
<html lang="en"><head><title>Ice</title><style>p {{ margin: 0 }}</style></head>
<body>
<div id="nav"><ul>
<li><a href="/">Home</a></li>
<li><a href="/news">News</a></li>
<li><a href="/about">About us</a></li>
</ul></div>
<div id="article">
<h1>Walking to the island</h1>
<p>{PARAGRAPH}</p>
<p>It lasted for <b>nine</b> days. {PARAGRAPH} <a href="/map">See the map.</a></p>
<pre>Mon  -12
Tue  -14</pre>
<p>{PARAGRAPH}</p>
</div>
<div id="foot">Printed by <a href="/press">the press</a></div>
<script>track("page");</script>
</body></html>
"""
CELLS = "<tr>" + "<td>cell</td>" * 50 + "</tr>"

LIGHT: Mapping[str, str] = {
    "article": ARTICLE,
    "empty": "",
    "white space only": " \n\t\r\n ",
    "no body tags": "<h1>Ice</h1><p>It froze over. <a href=x>More</a>",
    "no tags at all": "The harbour froze over, and the ferry stopped.",
    "no text": "<div><img src=x.png><br><p></p><table><tr><td></table></div>",
    "only links": "<ul>" + "".join(f"<li><a href=/{n}>link number {n}</a>" for n in range(30)) + "</ul>",
    "frameset": "<html><frameset cols=2><frame src=a.html><frame src=b.html></frameset></html>",
    "script only": "<script>document.write('<p>written</p>')</script>",
    "unclosed comment": f"<p>{PARAGRAPH}</p><!-- the rest <p>is gone</p>",
    "unclosed script": f"<p>{PARAGRAPH}</p><script>if (a < b) x = '<p>is gone</p>'",
    "unclosed quote": f'<p>{PARAGRAPH}</p><a href="/rest>the rest <p>is gone</p>',
    "NUL bytes": f"\0<p>fro\0zen {PARAGRAPH}</p>\0<p>\0</p>",
    "lone surrogates": f"<p>\ud800 {PARAGRAPH} \udfff</p><a href='\udc00'>x\ud83d</a>",
    "100,000 nested elements": "<div>" * 100_000 + "deep words" + "</div>" * 100_000 + "<p>words after</p>",
    "3,000 nested divs": "<div>" * 3000 + "deep words" + "</div>" * 3000,
    "lots of attributes": (
        f"<div {' '.join(f'data-a{n}=v{n}' for n in range(5000))}>{PARAGRAPH}</div>"
        + '<p class="a b" id=c title="1 > 0" data-x style="color: red">short</p>' * 500
    ),
    "Chinese": "<h1>冰面上的路</h1>"
    + "<p>一月的第二个星期，港口结冰了，渡轮停了。人们拉着雪橇走到岛上去。</p>" * 5
    + "<a href=x>更多</a>",
    "Arabic": (
        "<div dir=rtl><h1>الطريق إلى الجزيرة</h1><p>تجمّد الميناء، وتوقّفت العبّارة، فمشى الناس إلى الجزيرة.</p>"
        "<a href=x>المزيد</a></div>"
    ),
    "Hebrew": ("<div dir=rtl><h1>הדרך אל האי</h1><p>הנמל קפא, המעבורת עצרה, ואנשים הלכו ברגל אל האי.</p><a href=x>עוד</a></div>"),
    "custom elements": f"<my-app><x-card><x-title>Ice</x-title><x-body>{PARAGRAPH}</x-body></x-card><a href=x>more</a></my-app>",
    "preformatted": f"<p>{PARAGRAPH}</p><pre>def f():\n    return <b>1</b>\n\n\nf()</pre><a href=x>source</a>",
}
# Too large for every method to read.
HEAVY: Mapping[str, str] = {
    "one line of 2 MB": "<p>" + f"{PARAGRAPH} <b>and</b> " * 8500 + "</p><a href=x>more</a>",
    "100,000 unclosed p": "<p>some words " * 100_000,
    "5,000 different fonts": "".join(f"<p><font size={n}>word {n} " for n in range(5000)),
    "50,000 table cells": "<table>" + CELLS * 1000 + "</table>",
}
PAGES = {**LIGHT, **HEAVY}

# Those without text.
BLANK = {"empty", "white space only", "no text", "frameset", "script only"}
