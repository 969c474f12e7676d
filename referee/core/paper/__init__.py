"""What is put on paper: the lines of a sheet, how they are filled, and what stands beside them."""
