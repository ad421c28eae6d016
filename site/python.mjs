// Python as the page sees it: started in a sealed frame, asked through a port, ended at once.

const FILES = {
  worker: "worker.mjs",
  loader: "pyodide/pyodide.mjs",
  core: "pyodide/pyodide.asm.mjs",
  lock: "pyodide/pyodide-lock.json",
  wasm: "pyodide/pyodide.asm.wasm",
  library: "pyodide/python_stdlib.zip",
  own: "minimax_lab.zip",
};
const BINARY = ["wasm", "library", "own"];

async function file(name) {
  const response = await fetch(FILES[name]);
  if (!response.ok) throw new Error(`${FILES[name]} did not arrive (${response.status})`);
  return [name, BINARY.includes(name) ? await response.arrayBuffer() : await response.text()];
}

let files = null; // once for the whole visit

export class Python {
  /** `tell` hears { progress }, { ready } or { failed } of the start, and where code is that takes long: { late }. */
  constructor(tell) {
    this.tell = tell;
    this.start();
  }

  async start() {
    const frame = document.createElement("iframe");
    this.frame = frame;
    this.waiting = new Map();
    this.tell({ progress: "Loading Python …" });
    try {
      files ??= Promise.all(Object.keys(FILES).map(file));
      this.handIn(frame, Object.fromEntries(await files));
    } catch (error) {
      files = null;
      if (this.frame === frame) this.tell({ failed: `${error.message}. Reload the page to try again.` });
    }
  }

  handIn(frame, given) {
    if (this.frame !== frame) return; // stopped meanwhile
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.hear(data);
    frame.sandbox = "allow-scripts"; // and nothing else: no origin, hence no storage
    frame.src = "python.html";
    frame.title = "Python";
    frame.hidden = true;
    frame.onload = () => frame.contentWindow.postMessage(given, "*", [port2]);
    document.body.append(frame);
  }

  hear(data) {
    const asked = this.waiting.get(data.id);
    if (!("id" in data)) this.tell(data);
    else if (asked) {
      this.waiting.delete(data.id);
      asked(data);
    }
  }

  /** The answer: what came of the call, or { problem, line, searches } in words. */
  async ask(call, ...given) {
    const id = crypto.getRandomValues(new Uint32Array(4)).join("-"); // nobody can guess it
    const { text, failed } = await new Promise((done) => {
      this.waiting.set(id, done);
      this.port.postMessage({ id, call, given });
    });
    return failed ? { problem: failed } : JSON.parse(text);
  }

  /** End whatever runs, at once, and start again. Whoever waits for an answer is told that none will come. */
  stop() {
    this.frame.remove();
    this.port?.close();
    for (const asked of this.waiting.values()) asked({ failed: "Stopped." });
    this.start();
  }
}
