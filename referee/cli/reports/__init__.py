"""What commands gather before it is printed: the record, scores, sheets, many evenings."""
