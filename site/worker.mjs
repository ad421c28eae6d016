// Python in a worker of its own, inside a sealed frame (python.html): the page stays alive whatever a student's code
// does, and can end it. Answers go through a port that no code of a student's can reach: it is known in here only.
// (Pyodide wants a worker that is a module. Here it cannot tell: the policy forbids the import that it tries.)

const MOST = 30_000_000; // characters of an answer; more would only stop the page

const moduleOf = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));

/** Python, from the files that were handed in: nothing is fetched, and nothing could be. */
async function load(files, send) {
  send({ progress: "Starting Python …" });
  const bytes = { "pyodide.asm.wasm": [files.wasm, "application/wasm"], "python_stdlib.zip": [files.library, ""] };
  self.fetch = async (address) => {
    const [body, type] = bytes[String(address).split("/").pop()];
    return new Response(body, { headers: { "Content-Type": type } });
  };
  const [{ loadPyodide }, core] = await Promise.all([moduleOf(files.loader), moduleOf(files.core)]);
  const python = await loadPyodide({
    indexURL: "https://sealed.invalid/",
    createPyodideModule: core.default,
    lockFileContents: files.lock,
  });
  send({ progress: "Loading minimax_lab …" });
  python.unpackArchive(files.own, "zip", { extractDir: "/lib/workbench" });
  python.runPython('import sys; sys.path.insert(0, "/lib/workbench"); import workbench');
  python.pyimport("late").tell = (line, printed) => send({ late: String(line), printed: String(printed) });
  return python.pyimport("workbench").answer;
}

// What is told of an error that nobody expected: its last line
function lastLine(error) {
  return String(error.message ?? error).trim().split("\n").pop();
}

self.onmessage = ({ data: files, ports: [port] }) => {
  self.onmessage = null;
  const send = port.postMessage.bind(port),
    ready = load(files, send);
  // Else a student's code could wait inside them for the next message, and take the port from it.
  for (const { prototype } of [MessagePort, MessageEvent, Event, EventTarget]) Object.freeze(prototype);
  ready.then(
    () => send({ ready: true }),
    (error) => send({ failed: lastLine(error) }),
  );
  port.onmessage = async ({ data: { id, call, given } }) => {
    const answer = await ready;
    try {
      const text = answer(call, ...given);
      send(text.length > MOST ? { id, failed: "The answer is too long to be shown." } : { id, text });
    } catch (error) {
      send({ id, failed: lastLine(error) });
    }
  };
};
