"""Rules to be read, one by one or as a booklet, and the cases decided by them."""
