"""The translator's house: what is said is extracted, catalogues are renewed and compiled.

Babel (the extra ``translate``) reads, merges and writes; to play nothing of it is needed.
"""
