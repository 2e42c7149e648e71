"""MathML to TeX, for formulas that do not carry their TeX along. Small on purpose: the elements that pages use."""

from maintext.page import Page

_OPERATORS = {
    "×": r"\times", "÷": r"\div", "±": r"\pm", "∓": r"\mp", "·": r"\cdot", "⋅": r"\cdot", "∗": "*", "−": "-",
    "≤": r"\le", "≥": r"\ge",
    "≠": r"\ne", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim", "∝": r"\propto", "∞": r"\infty", "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int", "∮": r"\oint", "∂": r"\partial", "∇": r"\nabla", "√": r"\surd", "∈": r"\in", "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg",
    "∧": r"\land",
    "∨": r"\lor", "→": r"\to", "←": r"\leftarrow", "↔": r"\leftrightarrow", "⇒": r"\Rightarrow", "⇐": r"\Leftarrow",
    "⇔": r"\Leftrightarrow", "↦": r"\mapsto", "…": r"\dots", "⋯": r"\cdots", "⋮": r"\vdots", "⋱": r"\ddots",
    "′": "'", "∘": r"\circ",
    "⟨": r"\langle", "⟩": r"\rangle", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "‖": r"\|",
    "∥": r"\parallel",
    "⊥": r"\perp", "∠": r"\angle", "⊕": r"\oplus", "⊗": r"\otimes", "ℏ": r"\hbar", "ℓ": r"\ell", "∣": r"\mid",
    "°": r"^\circ",
    "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_", "\u2061": "", "\u2062": "",
    "\u2063": "", "\u2064": "",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta",
    "ϑ": "vartheta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma",
    "ς": "varsigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "Γ": "Gamma",
    "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi",
    "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_SIGNS = _OPERATORS | {letter: f"\\{name}" for letter, name in _GREEK.items()}
_WRITTEN = str.maketrans(_SIGNS)
_FUNCTIONS = frozenset(
    """
    arccos arcsin arctan cos cosh cot csc deg det dim exp gcd inf ker lg lim ln log max min mod Pr sec sin sinh sup tan tanh
    """.split()
)
_ACCENTS = {
    "^": r"\hat", "ˆ": r"\hat", "¯": r"\bar", "‾": r"\overline", "_": r"\underline", "~": r"\tilde", "˜": r"\tilde",
    "→": r"\vec", "⃗": r"\vec",
    "˙": r"\dot", "¨": r"\ddot", "⏞": r"\overbrace", "⏟": r"\underbrace",
}  # fmt: skip
# The letters of double-struck, script and Fraktur alphabets are in TeX commands around plain letters.
_ALPHABETS = {
    "double-struck": r"\mathbb",
    "script": r"\mathcal",
    "fraktur": r"\mathfrak",
    "bold": r"\mathbf",
    "normal": r"\mathrm",
}
_DOUBLE_STRUCK = dict(zip("ℂℍℕℙℚℝℤ", "CHNPQRZ", strict=True))
_NOT_SHOWN = frozenset({"annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark", "none", "mprescripts"})


def tex_of_mathml(page: Page, root: int) -> str:
    """The TeX of a `math` element. Children come after their parents, so one pass from the end has each child ready in time."""
    children: dict[int, list[int]] = {}
    tex: dict[int, str] = {}
    for row in range(int(page.end[root]) - 1, root - 1, -1):
        below = children.pop(row, [])
        below.reverse()
        tex[row] = page.text(row) if page.is_text[row] else _element(page, row, [tex.pop(child) for child in below])
        children.setdefault(int(page.parent[row]), []).append(row)
    return " ".join(tex[root].split())


def _element(page: Page, row: int, parts: list[str]) -> str:
    name = page.name(row)
    if name in _NOT_SHOWN:
        return ""
    if name in ("mi", "mn", "mo"):
        return _token(name, "".join(parts), page.attributes(row).get("mathvariant") or "")
    if name == "mtext":
        return _text("".join(parts))
    if name == "mspace":
        return " "
    if name == "mtable":
        return r"\begin{matrix} " + r" \\ ".join(parts) + r" \end{matrix}"
    if name in ("mtr", "mlabeledtr"):
        return " & ".join(parts)
    if name == "mfenced":
        return _fenced(page, row, parts)
    arranged = _arranged(name, parts)
    return arranged if arranged is not None else _joined(parts)


def _arranged(name: str, parts: list[str]) -> str | None:
    """Elements whose children have places of their own; None for all others, and for those with another number of children."""
    count = len(parts)
    if name == "msqrt":
        return rf"\sqrt{{{_joined(parts)}}}"
    if count == 2:
        base, other = parts
        if name == "mfrac":
            return rf"\frac{{{base}}}{{{other}}}"
        if name == "mroot":
            return rf"\sqrt[{other}]{{{base}}}"
        if name == "msup":
            return _script(base, "^", other)
        if name == "msub":
            return _script(base, "_", other)
        if name in ("mover", "munder"):
            return _stacked(name, base, other)
    if count == 3 and name in ("msubsup", "munderover"):
        base, below, above = parts
        return _script(_script(base, "_", below), "^", above, is_grouped=True)
    return None


def _script(base: str, sign: str, script: str, *, is_grouped: bool = False) -> str:
    if sign == "^" and script.strip("'") == "" and script:  # primes
        return base + script
    is_simple = is_grouped or len(base) <= 1 or (base.startswith("\\") and base[1:].isalpha()) or base.endswith((")", "]"))
    return (base if is_simple else "{" + base + "}") + sign + (script if len(script) == 1 else "{" + script + "}")


def _stacked(name: str, base: str, other: str) -> str:
    plain = next((sign for sign, tex in _SIGNS.items() if tex == other), other)
    if plain in _ACCENTS:
        return f"{_ACCENTS[plain]}{{{base}}}"
    return _script(base, "^" if name == "mover" else "_", other)


def _fenced(page: Page, row: int, parts: list[str]) -> str:
    found = page.attributes(row)
    opening, closing, separators = found.get("open"), found.get("close"), found.get("separators")
    between = ",".join(parts) if separators is None else (separators or "").strip()[:1].join(parts)
    return f"{_signs('(' if opening is None else opening)}{between}{_signs(')' if closing is None else closing)}"


def _token(name: str, text: str, variant: str) -> str:
    if text in _FUNCTIONS:
        return f"\\{text}"
    if name == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\mathrm{{{text}}}"
    if text in _DOUBLE_STRUCK:
        return rf"\mathbb{{{_DOUBLE_STRUCK[text]}}}"
    if variant in _ALPHABETS and text.isalpha() and text.isascii():
        return f"{_ALPHABETS[variant]}{{{text}}}"
    return _signs(text)


def _signs(text: str) -> str:
    return text.translate(_WRITTEN)


def _text(text: str) -> str:
    return rf"\text{{{text}}}" if text.strip() else " "


def _joined(parts: list[str]) -> str:
    """Side by side; a command keeps its distance from a letter after it."""
    pieces: list[str] = []
    for part in filter(None, parts):
        is_apart = bool(pieces) and part[0].isalpha() and _ends_in_command(pieces[-1])
        pieces.append(" " + part if is_apart else part)
    return "".join(pieces)


def _ends_in_command(tex: str) -> bool:
    stem = tex.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return stem.endswith("\\") and len(stem) < len(tex)
