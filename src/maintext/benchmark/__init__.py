"""`maintext bench`: corpora in, tables, plots and confidence intervals out. Uses the public API of maintext only.

corpora ─ read ─► Sample ─ contender ─► str ─ metrics ─► PageResult ─ report ─► terminal, Markdown, CSV, Parquet, HTML

Needs the extra: pip install 'maintext[bench]'
"""
