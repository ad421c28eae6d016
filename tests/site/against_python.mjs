// What is said of an edited tree on a page; test_living_widgets.py compares it with what Python says.
import { readFileSync } from "node:fs";

import { searched } from "../../minimax_lab/app/pages/editor_search.js";

const drafts = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(drafts.map(({ draft, search }) => searched(draft, search))));
