// Measures a page as it is laid out for the printer, and lists what is cut off or overlaps.
() => {
  const SLACK = 0.6;
  const found = [];
  const pageWidth = document.documentElement.clientWidth;
  const say = (what, text) => found.push(`${what}: ${text.trim().slice(0, 60)}`);

  for (const element of document.body.querySelectorAll("*")) {
    const isBox = getComputedStyle(element).display !== "inline" && element.clientWidth > 0;
    if (isBox && !element.closest("svg, .unseen") && element.scrollWidth > element.clientWidth + 1)
      say("wider than its box", element.textContent);
  }

  const bands = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest("title, desc, style, .unseen")) continue;
    const box = node.parentElement.closest("svg, td, th, dd, dt, li, p, h1, h2, h3, figcaption, div, caption");
    const bounds = box.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 0.1) continue;
      const middle = (rect.top + rect.bottom) / 2;
      if (rect.left < -SLACK || rect.right > pageWidth + SLACK) say("off the paper", node.data);
      if (box.tagName === "svg") {  // whose letters may lie beside it
        bands.push({node, left: rect.left, right: rect.right, top: rect.top + rect.height / 4,
          bottom: rect.bottom - rect.height / 4});
        continue;
      }
      if (rect.left < bounds.left - SLACK || rect.right > bounds.right + SLACK ||
          middle < bounds.top || middle > bounds.bottom) say("out of its box", node.data);
      // Letters fill the middle of their line; above and below it is free.
      const quarter = rect.height / 4;
      bands.push({node, left: rect.left, right: rect.right,
        top: rect.top + quarter, bottom: rect.bottom - quarter});
    }
  }
  bands.sort((one, other) => one.top - other.top);
  bands.forEach((one, n) => {
    for (let k = n + 1; k < bands.length && bands[k].top < one.bottom - SLACK; k++) {
      const other = bands[k];
      if (other.node === one.node) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (across > SLACK) say("overlaps", `${one.node.data} | ${other.node.data}`);
    }
  });

  for (const cell of document.querySelectorAll(".boxes tbody td")) {
    const rect = cell.getBoundingClientRect(), mm = 96 / 25.4;
    if (rect.height < 6 * mm - SLACK || rect.width < 11 * mm - SLACK)
      say("too small to write in", `${rect.width / mm} x ${rect.height / mm} mm`);
  }
  return {found: [...new Set(found)], texts: bands.length};
}
