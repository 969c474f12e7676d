"""The program in other languages than English."""
