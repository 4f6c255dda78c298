// Times operations of Node.js' crypto or of @noble/curves; program.py says how it is spoken to.
// node operations.mjs node|noble NODE_MODULES

import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , library, nodeModules] = process.argv;

function nodeCrypto(curve) {
  const group = { p256: "prime256v1", p384: "secp384r1", secp256k1: "secp256k1" }[curve];
  const hash = { p256: "sha256", p384: "sha384", secp256k1: "sha256" }[curve] ?? null;
  const load = (s) => crypto.createPrivateKey({ key: s.pkcs8, format: "der", type: "pkcs8" });
  const loadPublic = (s) => crypto.createPublicKey({ key: s.spki, format: "der", type: "spki" });
  const keygen = (s) => {
    if (group === undefined) {
      const spki = crypto.createPublicKey(load(s)).export({ format: "der", type: "spki" });
      return spki.subarray(spki.length - s.public.length);
    }
    const ecdh = crypto.createECDH(group);
    ecdh.setPrivateKey(s.secret);
    return ecdh.getPublicKey();
  };
  const [type, parameters] = group === undefined ? [curve, {}] : ["ec", { namedCurve: group }];
  const generate = () => crypto.generateKeyPairSync(type, parameters);
  return {
    keygen: (s) => () => keygen(s),
    generate: (s) => {
      const { privateKey, publicKey } = generate();
      valid(crypto.verify(hash, s.message, publicKey, crypto.sign(hash, s.message, privateKey)));
      return () => (generate(), DONE);
    },
    sign: (s) => { const key = load(s); return () => crypto.sign(hash, s.message, key); },
    verify: (s) => () => valid(crypto.verify(hash, s.message, loadPublic(s), s.signature)),
    "verify-prepared": (s) => { const key = loadPublic(s); return () => valid(crypto.verify(hash, s.message, key, s.signature)); },
  };
}

function noble(modules, curve) {
  const scheme = modules[curve];
  const generate = (s) => {
    const { secretKey, publicKey } = scheme.keygen();
    valid(scheme.verify(scheme.sign(s.message, secretKey), s.message, publicKey));
    return () => (scheme.keygen(), DONE);
  };
  if (curve.startsWith("ed")) {
    return {
      generate,
      keygen: (s) => () => scheme.getPublicKey(s.secret),
      sign: (s) => () => scheme.sign(s.message, s.secret),
      verify: (s) => () => valid(scheme.verify(s.signature, s.message, s.public, { zip215: false })),
    };
  }
  const options = { format: "der", lowS: false };
  const raw = { ...options, prehash: false };
  return {
    generate,
    keygen: (s) => () => scheme.getPublicKey(s.secret, false),
    sign: (s) => () => scheme.sign(s.message, s.secret, options),
    "sign-digest": (s) => () => scheme.sign(s.message, s.secret, raw),
    verify: (s) => () => valid(scheme.verify(s.signature, s.message, s.public, options)),
    "verify-digest": (s) => () => valid(scheme.verify(s.signature, s.message, s.public, raw)),
  };
}

// What a verification gives, and a new key pair, which is verified when it is loaded.
const DONE = Buffer.from("01", "hex");

function valid(answer) {
  if (!answer) throw new Error("a valid signature was refused");
  return DONE;
}

async function loadNoble() {
  const require = createRequire(path.join(nodeModules, "none.js"));
  let folder;
  try {
    folder = path.dirname(require.resolve("@noble/curves/ed25519.js"));
  } catch {
    throw new Error(`@noble/curves 2 is not in ${nodeModules}; npm install @noble/curves, or name another folder`);
  }
  const modules = {};
  for (const name of ["ed25519", "ed448", "nist", "secp256k1"]) {
    Object.assign(modules, await import(pathToFileURL(path.join(folder, `${name}.js`))));
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json")));
  return [modules, `@noble/curves ${version}, Node.js ${process.versions.node}`];
}

function samples(words) {
  const names = ["secret", "public", "message", "signature", "pkcs8", "spki"];
  const found = [];
  for (let i = 0; i < words.length; i += names.length) {
    found.push(Object.fromEntries(names.map((name, j) => [name, Buffer.from(words[i + j], "hex")])));
  }
  return found;
}

function run(calls, count) {
  const ns = [];
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) {
    const call = calls[i % calls.length];
    const start = process.hrtime.bigint();
    call();
    ns.push(process.hrtime.bigint() - start);
  }
  const spent = process.cpuUsage(before); // in microseconds, and of all threads
  return `ns ${1000 * (spent.user + spent.system)} ${ns.join(" ")}`;
}

let suite = nodeCrypto;
let version = `Node.js ${process.versions.node} crypto (OpenSSL ${process.versions.openssl})`;
const loaded = [];

function answer([command, ...words]) {
  if (command === "version") return `version ${version}`;
  if (command === "run") return run(loaded[words[0]], Number(words[1]));
  const [curve, operation, ...rest] = words;
  const make = suite(curve)[operation];
  if (make === undefined) return "unsupported";
  const calls = samples(rest).map(make);
  const first = calls[0]();
  loaded.push(calls);
  return `loaded ${Buffer.from(first).toString("hex")}`;
}

const failed = (error) => `error ${error.message.split("\n")[0]}`;

function attempt(words) {
  try {
    return answer(words);
  } catch (error) {
    return failed(error);
  }
}

try {
  if (library === "noble") {
    const [modules, text] = await loadNoble();
    suite = (curve) => noble(modules, curve);
    version = text;
  }
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(attempt(line.split(" ")) + "\n");
  }
} catch (error) {
  process.stdout.write(failed(error) + "\n");
}
