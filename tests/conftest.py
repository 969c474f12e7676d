"""What all tests share: random examples are the same in every run, and no clock limits them."""

from hypothesis import settings

settings.register_profile("referee", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("referee")
