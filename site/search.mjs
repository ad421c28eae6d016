// The search over lessons, guides, glossary and reference: all of it is in one file, which is looked through here.

const $ = (id) => document.getElementById(id);
const MOST = 40;
const KINDS = ["Glossary", "Lesson", "Guide", "Reference"]; // of equals, in this order
const answer = fetch("search.json").then((response) => response.json());

/** How well an entry answers: all words are in it, better in its title, best as a whole word there; 0 if not. */
function worth([kind, title, , text], words) {
  let sum = 0;
  for (const word of words) {
    const inTitle = title.toLowerCase();
    const whole = inTitle.split(/[^\p{L}\p{N}_-]+/u).includes(word);
    const points = whole ? 6 : inTitle.includes(word) ? 3 : text.toLowerCase().includes(word) ? 1 : 0;
    if (!points) return 0;
    sum += points;
  }
  const depth = kind === "Reference" ? title.split(".").length : 0; // a class comes before its methods
  return sum - KINDS.indexOf(kind) * 0.2 - depth * 0.3 - title.length / 500;
}

function shown([kind, title, address, text], hit) {
  const make = (tag, ...parts) => {
    const made = document.createElement(tag);
    made.append(...parts);
    return made;
  };
  const marked = (words) => words.split(hit).map((part, k) => (k % 2 ? make("mark", part) : part)); // every other one
  const link = Object.assign(make("a", ...marked(title)), { href: address });
  return make("li", make("small", kind), link, make("p", ...marked(excerpt(text, hit))));
}

/** The beginning of a text, or what stands around the first word that was found, if that comes later. */
function excerpt(text, hit) {
  const at = text.search(hit),
    from = at > 120 ? text.lastIndexOf(" ", at - 40) + 1 : 0,
    rest = text.slice(from);
  return (from ? "… " : "") + (rest.length > 160 ? rest.slice(0, 160).replace(/\S*$/, "…") : rest);
}

async function look() {
  const asked = $("words").value.trim(),
    words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  history.replaceState(null, "", asked ? `?for=${encodeURIComponent(asked)}` : location.pathname);
  const all = words.length ? await answer : [],
    hit = new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, "\\$&")).join("|")})`, "i"),
    rated = all.map((entry) => [worth(entry, words), entry]).filter(([points]) => points > 0);
  rated.sort(([one], [other]) => other - one);
  $("found").replaceChildren(...rated.slice(0, MOST).map(([, entry]) => shown(entry, hit)));
  $("try").hidden = words.length > 0;
  $("count").textContent = words.length ? `${rated.length} found` : "Lessons, guides, the glossary and the reference.";
}

$("words").value = new URLSearchParams(location.search).get("for") ?? "";
$("words").oninput = look;
$("words").form.onsubmit = (event) => event.preventDefault();
$("words").focus();
if ($("words").value) look();
document.body.dataset.shown = "1";
