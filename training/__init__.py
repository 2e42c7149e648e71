"""How the fused method's model is fitted, repeatably: `python -m training --help`. Needs `pip install '.[training]'`."""
