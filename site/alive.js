// Brings a lesson's page to life: its widgets, its questions, and what says where one is.
/* global dressPage, drawDiagrams, giveLife */

for (const place of document.querySelectorAll(".alive")) {
  giveLife(place, place.appendChild(Object.assign(document.createElement("div"), { className: "live" })));
}
drawDiagrams(document.querySelectorAll(".mermaid"));
dressPage();

/** The section that is being read is marked in the contents; where they are out of sight, a bar names it. */
function sayWhere(contents) {
  const links = [...contents.querySelectorAll("a")],
    heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const bar = Object.assign(document.createElement("a"), { className: "where", href: "#inside" });
  const show = () => {
    const at = heads.findLastIndex((head) => head.getBoundingClientRect().top < innerHeight / 3);
    links.forEach((link, k) => link.toggleAttribute("aria-current", k === at));
    bar.hidden = at < 0 || contents.getBoundingClientRect().bottom > 0;
    bar.textContent = at < 0 ? "" : `${at + 1} of ${heads.length} · ${links[at].textContent}`;
    const page = document.documentElement;
    bar.style.setProperty("--read", `${(100 * page.scrollTop) / Math.max(1, page.scrollHeight - innerHeight)}%`);
  };
  const list = contents.querySelector("details");
  list.open = matchMedia("(min-width: 1240px)").matches; // beside the text, or folded above it
  bar.onclick = () => (list.open = true);
  document.body.prepend(bar);
  addEventListener("scroll", show, { passive: true });
  show();
}

const contents = document.getElementById("inside");
if (contents) sayWhere(contents);
