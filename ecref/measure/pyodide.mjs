// Runs `python -m ecref` under Pyodide: node pyodide.mjs NODE_MODULES ROOT ARGUMENT...

import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , nodeModules, root, ...words] = process.argv;

const PROGRAM = "import sys; sys.path.insert(0, '/ecref'); from ecref.cli import main; main(list(words))";

function resolve() {
  try {
    return createRequire(path.join(nodeModules, "none.js")).resolve("pyodide/pyodide.mjs");
  } catch {
    throw new Error(`the package pyodide is not in ${nodeModules}; npm install pyodide, or name another folder`);
  }
}

try {
  const { loadPyodide } = await import(pathToFileURL(resolve()));
  const pyodide = await loadPyodide({ stdout: (line) => process.stdout.write(line + "\n") });
  pyodide.FS.mkdir("/ecref");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, "/ecref");
  pyodide.globals.set("words", pyodide.toPy(words));
  process.exitCode = pyodide.runPython(PROGRAM);
} catch (error) {
  console.error(error.message.trim().split("\n").at(-1));
  process.exitCode = 2;
}
