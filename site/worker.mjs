// Python in a worker of its own: the page stays alive whatever a student's code does, and can end it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const progress = (text) => postMessage({ progress: text });

async function start() {
  progress("Loading Python …");
  const python = await loadPyodide({ indexURL: "./pyodide/" });
  progress("Loading minimax_lab …");
  const own = await fetch("./minimax_lab.zip");
  python.unpackArchive(await own.arrayBuffer(), "zip", { extractDir: "/lib/workbench" });
  python.runPython('import sys; sys.path.insert(0, "/lib/workbench"); import workbench');
  return python.pyimport("workbench");
}

// What a student sees of an error of Python's: its last line, without the name of our own exception.
function lastLine(error) {
  const lines = String(error.message ?? error).trim().split("\n");
  return lines[lines.length - 1].replace(/^workbench\.BadInput: /, "");
}

const ready = start();
ready.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: lastLine(error) }),
);

onmessage = async ({ data: { id, call, args } }) => {
  const workbench = await ready;
  try {
    postMessage({ id, result: workbench[call](...args) });
  } catch (error) {
    postMessage({ id, error: lastLine(error) });
  }
};
