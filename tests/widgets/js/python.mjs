// What Python knows, for the tests that compare with it.
import { execFileSync } from "node:child_process";

const ROOT = new URL("../../../", import.meta.url);

/** What a module of the tests prints as JSON. */
export function fromPython(module, ...given) {
  const python = process.env.MINIMAX_LAB_PYTHON ?? "python";
  const options = { cwd: ROOT, maxBuffer: 1 << 28, encoding: "utf-8" };
  return JSON.parse(execFileSync(python, ["-m", module, ...given], options));
}
