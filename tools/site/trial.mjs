// Runs one notebook under Pyodide, cell by cell, as the kernel of JupyterLite does, and prints which cells fail.
//   node tools/site/trial.mjs PACKAGES NOTEBOOK
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { loadPyodide } from "pyodide";

const [packages, notebook] = process.argv.slice(2);
const RUN = `
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
def run_cell(source):
    result = shell.run_cell(source, silent=False)
    error = result.error_before_exec or result.error_in_exec
    return "" if error is None else f"{type(error).__name__}: {error}"
`;

let plots = 0; // that a stand-in did not draw
const python = await loadPyodide({
  lockFileURL: path.resolve(packages, "pyodide-lock.json"),
  packageBaseUrl: path.resolve(packages),
  packages: ["ipython", "comm", "minimax-lab", "piplite"],
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
python.FS.chdir("/drive");
python.runPython(RUN);
const run = python.globals.get("run_cell");
const cells = JSON.parse(await readFile(notebook, "utf8")).cells.filter((cell) => cell.cell_type === "code");
const failures = [];
for (const [number, cell] of cells.entries()) {
  const source = [cell.source].flat().join("");
  await python.loadPackagesFromImports(source, { messageCallback: () => {} });
  const failure = run(source);
  if (failure) failures.push({ cell: number + 1, failure });
}
console.log(JSON.stringify({ cells: cells.length, plots, failures }));
