"use strict";
// Draws the plots, sorts and copies the tables. The numbers stand once, as JSON, in the card of their table.

const read = (element) => JSON.parse(element.textContent);
const rowsOf = (card) => read(card.querySelector("script.rows"));

// --- plots: drawn one after the other, the nearest to the window first, so that the page can be read meanwhile

const distance = (element) => {
  const box = element.getBoundingClientRect();
  return Math.max(box.top - innerHeight, -box.bottom, 0);
};

async function drawPlots() {
  const config = read(document.getElementById("config"));
  const cards = [...document.querySelectorAll(".answer")].filter((card) => card.querySelector(".panel"));
  while (cards.length) {
    const nearest = cards.reduce((best, card) => (distance(card) < distance(best) ? card : best));
    cards.splice(cards.indexOf(nearest), 1);
    await drawCard(nearest, config);
  }
  document.documentElement.dataset.drawn = "all";
}

async function drawCard(card, config) {
  const { columns, rows } = rowsOf(card);
  const values = rows.map((row) => Object.fromEntries(columns.map((name, k) => [name, row[k]])));
  const views = [];
  for (const panel of card.querySelectorAll(".panel")) {
    const spec = read(panel.querySelector("script.spec"));
    spec.datasets = { rows: values };
    const options = { renderer: "svg", actions: false, ast: true, config };
    const { view } = await vegaEmbed(panel.querySelector(".plot"), spec, options);
    views.push(view);
    await new Promise((done) => setTimeout(done));
  }
  listenToLegend(card, views);
}

function listenToLegend(card, views) {
  const legend = card.querySelector(".legend");
  if (!legend || !legend.dataset.column) return;
  const buttons = [...legend.querySelectorAll("button")];
  legend.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
    const hidden = buttons.filter((b) => b.getAttribute("aria-pressed") === "false").map((b) => JSON.parse(b.dataset.value));
    for (const view of views) view.signal("hidden", hidden).runAsync();
  });
}

// --- tables

function compare(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a === "string" || typeof b === "string") return String(a).localeCompare(String(b), "en", { numeric: true });
  return a - b;
}

function makeSortable(table) {
  const card = table.closest(".answer");
  const body = table.tBodies[0];
  [...body.rows].forEach((row, k) => { row.dataset.row = k; });
  let rows;
  for (const heading of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      rows ??= rowsOf(card).rows;
      const column = Number(heading.dataset.column);
      const first = heading.classList.contains("number") ? "descending" : "ascending";
      const order = heading.ariaSort === first ? (first === "ascending" ? "descending" : "ascending") : first;
      const sign = order === "ascending" ? 1 : -1;
      const sorted = [...body.rows].sort((a, b) => {
        const [x, y] = [rows[a.dataset.row][column], rows[b.dataset.row][column]];
        // empty cells stay last in both orders; equal ones keep the order of the table
        return (x === null || y === null ? compare(x, y) : sign * compare(x, y)) || a.dataset.row - b.dataset.row;
      });
      for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
      heading.ariaSort = order;
      body.append(...sorted);
    });
  }
}

/** All rows, those shown in the order shown. */
function textOf(card, separator, quote) {
  const { columns, rows } = rowsOf(card);
  const shown = [...card.querySelector("table.sortable").tBodies[0].rows].map((row) => rows[row.dataset.row]);
  const lines = [columns, ...shown, ...rows.slice(shown.length)];
  return lines.map((line) => line.map((cell) => quote(cell ?? "")).join(separator)).join("\n") + "\n";
}
const asTabs = (card) => textOf(card, "\t", (cell) => String(cell).replace(/[\t\n]/g, " "));
const asCsv = (card) => textOf(card, ",", (cell) => (/[",\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : cell));

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // the older way, where the page may not use the clipboard
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

function save(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function say(element, text, old) {
  element.textContent = text;
  setTimeout(() => { element.textContent = old; }, 2000);
}

for (const table of document.querySelectorAll("table.sortable")) makeSortable(table);
for (const tools of document.querySelectorAll(".tools")) {
  const card = tools.closest(".answer");
  const said = tools.querySelector(".said");
  tools.hidden = false;
  tools.querySelector(".copy-table").addEventListener("click", async () => {
    say(said, (await copy(asTabs(card))) ? "Copied, ready for a spreadsheet." : "The browser does not allow it.", "");
  });
  const button = tools.querySelector(".save-table");
  button.addEventListener("click", () => save(asCsv(card), button.dataset.name));
}
for (const button of document.querySelectorAll(".copy-text")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const done = await copy(button.parentElement.querySelector("code").textContent);
    say(button, done ? "Copied" : "Not allowed", "Copy");
  });
}

// --- light and dark; a link to a hand opens it; small tables are printed whether or not they are open

const root = document.documentElement;
const themeButton = document.getElementById("theme");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches);
const nameTheme = () => { themeButton.textContent = isDark() ? "Light" : "Dark"; };
themeButton.hidden = false;
themeButton.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
});
prefersDark.addEventListener("change", nameTheme);
nameTheme();

function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();

let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.data:not([open])")].filter((one) => one.dataset.rows <= {{ print_small }});
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => { for (const details of opened) details.open = false; });

if (typeof vegaEmbed === "undefined") root.dataset.drawn = "all";
else drawPlots();
