// The page for addresses that do not exist is sent in any folder: its links begin where the site does, which is where
// the style sheet is. It stands in the page itself, because no address of a script would be right everywhere.
(async () => {
  let home = "./";
  const isHere = async () => (await fetch(`${home}site.css`, { method: "HEAD" })).ok;
  for (let folders = location.pathname.split("/").length - 2; folders && !(await isHere()); folders--) home += "../";
  for (const each of document.querySelectorAll("[href^='./'], [src^='./']")) {
    const name = each.hasAttribute("href") ? "href" : "src";
    each.setAttribute(name, home + each.getAttribute(name).slice(2));
  }
})();
