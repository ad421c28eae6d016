// Where one is on a long page: the section is marked in the contents; where they are out of sight, a bar names it.
{
  const contents = document.getElementById("inside");
  if (contents) sayWhere(contents);

  function sayWhere(contents) {
    const links = [...contents.querySelectorAll("a")],
      heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const bar = Object.assign(document.createElement("a"), { className: "reading", href: "#inside" });
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
    document.querySelector("header.site").after(bar);
    addEventListener("scroll", show, { passive: true });
    show();
  }
}
