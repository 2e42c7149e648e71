"""The command, as a user runs it, and a page for it."""

import pytest

from maintext.cli import main

ARTICLE = "The mill stands where two brooks meet, and has done so since before there was a village to grind for. " * 4
PAGE = f'<body><div><a href="/">Home</a> <a href="/about">About</a></div><div><h1>The mill</h1><p>{ARTICLE}</p></div></body>'


class Run:
    """What one run of the command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        try:
            self.code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            self.code = int(stop.code or 0)
        self.out, self.err = capsys.readouterr()
