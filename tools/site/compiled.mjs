// Compiles what the bench loads with the browser's own Python, so that a visitor's Python need not: the archives of
// the package and of the standard library get the .pyc files beside the sources.
//   node tools/site/compiled.mjs SITE
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const site = path.resolve(process.argv[2]);
const COMPILE = `
import importlib.util, pathlib, py_compile, shutil, sys, zipfile

def add_compiled(file, place, in_cache):
    """Add the modules that are loaded from a place to the archive that it was unpacked from."""
    origins = sorted(str(getattr(module.__spec__, "origin", "")) for module in [*sys.modules.values()])
    unpacked = pathlib.Path("/sources")
    shutil.unpack_archive(file, unpacked)
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for origin in origins:
            if origin.startswith(place) and origin.endswith(".py"):
                name = origin.removeprefix(place)
                compiled = importlib.util.cache_from_source(name) if in_cache else name + "c"
                py_compile.compile(unpacked / name, "/compiled", origin, True,
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
                data = pathlib.Path("/compiled").read_bytes()
                archive.writestr(zipfile.ZipInfo(compiled), data, zipfile.ZIP_DEFLATED)
    shutil.rmtree(unpacked)
`;

const { loadPyodide } = await import(pathToFileURL(path.join(site, "pyodide", "pyodide.mjs")));
const python = await loadPyodide({ indexURL: path.join(site, "pyodide"), env: { PYTHONHASHSEED: "0" } });
const ARCHIVES = [
  ["pyodide/python_stdlib.zip", "/lib/python314.zip/", false],
  ["minimax_lab.zip", "/lib/workbench/", true],
];
for (const [name] of ARCHIVES) {
  python.FS.writeFile(`/${path.basename(name)}`, new Uint8Array(await readFile(path.join(site, name))));
}
const starter = new URL("../../site/starters/alphabeta.py", import.meta.url);
python.globals.set("code", await readFile(starter, "utf8"));
python.runPython(`
import shutil, sys
shutil.unpack_archive("/minimax_lab.zip", "/lib/workbench")
sys.path.insert(0, "/lib/workbench")
import workbench
workbench.run(code, "[[3, 12], [2, 4]]")
workbench.verdict(code, "[[3, 12], [2, 4]]")
count = "def count(n):\\n    return max(count(n - 1), 0) if n else 0\\ncount(2)"
workbench.run(count, "")
workbench.verdict(count, "")
workbench.exposed("alphabeta", 1, "[2, 1]")
workbench.both_runs("alphabeta", 1, "[2, 1]")
`);
python.runPython(COMPILE);
for (const [name, place, inCache] of ARCHIVES) {
  python.globals.get("add_compiled")(`/${path.basename(name)}`, place, inCache);
  await writeFile(path.join(site, name), python.FS.readFile(`/${path.basename(name)}`));
}
