// Looks at a page as people with small screens, weak eyes or screen readers meet it, and lists
// what they would stumble over. Takes the least height of a letter, in pixels.
(least) => {
  const found = new Set();
  const say = (what, text) => found.add(`${what}: ${text.trim().slice(0, 70)}`);
  const shown = (element) => {
    if (element.closest(".unseen, title, desc, style")) return false;
    for (let each = element; each; each = each.parentElement)
      if (getComputedStyle(each).display === "none") return false;
    return true;
  };
  const isEnglish = document.documentElement.lang === "en";

  const linear = (part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const parsed = (colour) => {
    const parts = colour.match(/[\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const { rgb, alpha } = parsed(getComputedStyle(each).backgroundColor);
      if (alpha > 0) return rgb;
    }
    return [255, 255, 255];
  };

  const sizes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !shown(element)) continue;
    const style = getComputedStyle(element), size = parseFloat(style.fontSize);
    sizes.push(size);
    if (size < least - 0.01) say(`letters of ${size} px`, node.data);
    const ink = parsed(element.closest("svg") ? style.fill : style.color).rgb;
    const [dark, bright] = [light(ink), light(behind(element))].sort((a, b) => a - b);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < (size >= 24 ? 3 : 4.5)) say(`contrast of ${contrast.toFixed(2)}`, node.data);

    // Between blanks, after a hyphen, a comma or in a sum, a line may end; in Chinese and Japanese sentences
    // anywhere, but not in a name.
    const isName = element.closest("bdi:not(.text)");
    if (element.closest("svg") || !(isEnglish || isName)) continue;
    for (const word of node.data.matchAll(/[^\s+\-、，。；／]+[+\-、，。；／]*/gu)) {
      if (!isName && /[\u3000-\u9fff]/u.test(word[0])) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
      if (lines.size > 1) say("broken inside", word[0]);
    }
  }

  const across = document.documentElement.scrollWidth;
  if (across > innerWidth) say("scrolls sideways", `${across} px`);
  for (const each of document.querySelectorAll("svg text")) {
    const box = each.getBoundingClientRect();
    if (shown(each) && (box.left < -1 || box.right > document.documentElement.clientWidth + 1))
      say("off the page", each.textContent);
  }

  const kinds = { TABLE: "table", THEAD: "table-header-group", TBODY: "table-row-group",
    TFOOT: "table-footer-group", TR: "table-row", TH: "table-cell", TD: "table-cell",
    CAPTION: "table-caption" };
  for (const each of document.querySelectorAll(Object.keys(kinds).join())) {
    const display = getComputedStyle(each).display;
    if (display !== kinds[each.tagName]) say("no table any more", `${each.tagName} ${display}`);
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.caption?.textContent.trim()) say("a table without a caption", table.textContent);
    if (!table.querySelector("th[scope=col]")) say("a table without headers", table.textContent);
  }
  if (document.querySelectorAll("main").length !== 1) say("mains", "not one");
  let level = 0;
  for (const each of document.querySelectorAll("h1, h2, h3, h4")) {
    const next = Number(each.tagName[1]);
    if (next > level + 1) say("a heading out of order", each.textContent);
    level = next;
  }
  return { found: [...found], sizes };
}
