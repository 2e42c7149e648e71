"""How a command ends, as numbers and in the words of its help."""

DONE, SOME_FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

EXIT_CODES = """\
exit codes:
  0  done
  1  some input could not be read or written; the others are done
  2  wrong usage: an unknown option, method, format or parameter
  130  interrupted
"""
