"use strict";
// Sort a table by the column whose head is clicked; a second click turns it round. Unknown values stay at the end.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    const key = row => {
      const cell = row.cells[column];
      return "sort" in cell.dataset ? Number(cell.dataset.sort) : cell.textContent.trim();
    };
    const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b
      : String(a).localeCompare(String(b), undefined, {numeric: true});
    const rows = [...table.tBodies[0].rows].sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === "" || b === "") return (a === "") - (b === "");
      return up ? order(a, b) : order(b, a);
    });
    table.tBodies[0].append(...rows);
    heads.forEach(other => other.setAttribute("aria-sort", other === head ? (up ? "ascending" : "descending") : "none"));
  }));
}
// Paper has no folds.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(fold => { fold.open = true; }));
