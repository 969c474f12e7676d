// Lays a link over each row of a table, and one over each head: in a PDF each piece of a row is
// then a rectangle of its own, so that a row cut by a page break can be told by having two.
() => {
  let tables = 0, rows = 0;
  const lay = (row, where) => {
    const link = document.createElement("a");
    link.href = `https://${where}.invalid/`;
    link.style.cssText = "position:absolute;inset:0";
    row.style.position = "relative";
    row.cells[0].append(link);
  };
  for (const table of document.querySelectorAll("table")) {
    tables += 1;
    for (const row of table.tHead.rows)  // one that only screen readers see takes no room
      if (row.getBoundingClientRect().height > 4) lay(row, `head-${tables}`);
    for (const body of table.tBodies)
      for (const row of body.rows) { rows += 1; lay(row, `row-${rows}-of-${tables}`); }
  }
  return rows;
}
