// Runs one notebook under Pyodide, cell by cell, as the kernel of JupyterLite does, and prints what became of each.
//   node tools/site/trial.mjs PACKAGES NOTEBOOK
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { loadPyodide } from "pyodide";

const [packages, notebook] = process.argv.slice(2);
const RUN = `
import json
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import what_is_missing
what_is_missing.install()
errors = []
shell._showtraceback = lambda kind, error, lines: errors.append(f"{kind.__name__}: {error}")
def run_cell(source):
    errors.clear()
    shell.run_cell(source, silent=False)
    return json.dumps({"errors": errors, "missing": [*what_is_missing.told.values()]})
`;

let plots = 0; // that a stand-in did not draw
const python = await loadPyodide({
  lockFileURL: path.resolve(packages, "pyodide-lock.json"),
  packageBaseUrl: path.resolve(packages),
  packages: ["ipython", "comm", "minimax-lab", "start-notebook", "piplite"],
  stdout: (line) => {
    if (line.includes("A plot stands here")) plots += 1;
  },
  stderr: () => {},
});
const folder = path.dirname(notebook);
python.FS.mkdirTree("/drive/data");
for (const name of await readdir(path.join(folder, "data")).catch(() => [])) {
  python.FS.writeFile(`/drive/data/${name}`, await readFile(path.join(folder, "data", name)));
}
for (const name of (await readdir(folder)).filter((name) => name.endsWith(".py"))) {
  python.FS.writeFile(`/drive/${name}`, await readFile(path.join(folder, name))); // what a lesson wrote for the next
}
python.FS.chdir("/drive");
python.runPython(RUN);
const run = python.globals.get("run_cell");
const cells = JSON.parse(await readFile(notebook, "utf8")).cells.filter((cell) => cell.cell_type === "code");
const ran = [];
for (const cell of cells) {
  const source = [cell.source].flat().join("");
  await python.loadPackagesFromImports(source, { messageCallback: () => {} });
  ran.push(JSON.parse(run(source)));
}
console.log(JSON.stringify({ cells: ran, plots }));
