"""What is printed: the lines of a sheet, how they are filled, and what goes with them."""
