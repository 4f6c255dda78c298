// Node.js' crypto, or the package @noble/curves, under the line protocol of ecref (docs/protocol.md).
// node curves.mjs crypto
// node curves.mjs noble NODE_MODULES
//
// Each is asked with its own defaults. A request is read once: its octets are Buffers, its defaults filled in.

import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

class Unsupported extends Error {}

class Refused extends Error {
  constructor(code, error) {
    super(`${error.name}: ${error.message}`);
    this.code = code;
  }
}

const OPS = ["verify", "sign", "public_key", "parse_public_key"];
const KEYS = ["id", "op", "scheme", "curve", "hash", "message", "digest", "context", "public_key", "public_key_format"]
  .concat(["private_key", "private_key_format", "signature", "signature_format"]);
const USUAL_HASHES = { "P-256": "SHA-256", "P-384": "SHA-384", secp256k1: "SHA-256" };

function supported(condition) {
  if (!condition) throw new Unsupported();
}

// What a library throws over a key means that it refuses the key.
function keyFrom(make) {
  try {
    return make();
  } catch (error) {
    throw error instanceof Unsupported ? error : new Refused("invalid-key", error);
  }
}

// ---------------------------------------------------------------- Node.js' crypto

const ALGORITHMS = { // the content of AlgorithmIdentifier: RFC 8410, 3; RFC 5480, 2.1.1
  Ed25519: "06032b6570",
  Ed448: "06032b6571",
  "P-256": "06072a8648ce3d020106082a8648ce3d030107",
  "P-384": "06072a8648ce3d020106052b81040022",
  secp256k1: "06072a8648ce3d020106052b8104000a",
};

// An element of DER, with octets or a list of elements for its content.
function der(tag, content) {
  const octets = Array.isArray(content) ? Buffer.concat(content) : content;
  const size = octets.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), octets]);
}

const algorithm = (name) => der(0x30, Buffer.from(ALGORITHMS[name], "hex"));
const version = (number) => der(0x02, Buffer.from([number]));

function nodePublic({ name, publicKey }) {
  const bits = Buffer.concat([Buffer.from([0]), publicKey]); // a BIT STRING's first octet counts its unused bits
  const key = der(0x30, [algorithm(name), der(0x03, bits)]);
  return keyFrom(() => crypto.createPublicKey({ key, format: "der", type: "spki" }));
}

function nodePrivate({ scheme, name, privateKey }) {
  const inner = scheme === "ECDSA" ? der(0x30, [version(1), der(0x04, privateKey)]) : der(0x04, privateKey);
  const key = der(0x30, [version(0), algorithm(name), der(0x04, inner)]);
  return keyFrom(() => crypto.createPrivateKey({ key, format: "der", type: "pkcs8" }));
}

function nodePoint(key) {
  const { x, y } = keyFrom(() => key.export({ format: "jwk" }));
  const octets = Buffer.from(x, "base64url");
  return y === undefined ? octets : Buffer.concat([Buffer.from([4]), octets, Buffer.from(y, "base64url")]);
}

function nodeCrypto() {
  const hashes = {};
  for (const size of [1, 224, 256, 384, 512]) hashes[`SHA-${size}`] = `sha${size}`;
  for (const size of [224, 256]) hashes[`SHA-512/${size}`] = `sha512-${size}`;
  for (const size of [224, 256, 384, 512]) hashes[`SHA3-${size}`] = `sha3-${size}`;
  const encodings = { der: "der", p1363: "ieee-p1363" };
  const how = (r) => {
    supported(r.name in ALGORITHMS && r.message !== undefined && r.context.length === 0); // and no digest
    supported(r.scheme !== "ECDSA" || (r.hash in hashes && r.format in encodings));
    return [hashes[r.hash] ?? null, r.message];
  };
  return {
    describe: {
      name: "Node.js crypto",
      version: `${process.versions.node} (OpenSSL ${process.versions.openssl})`,
      schemes: ["Ed25519", "Ed448", "ECDSA"],
      curves: ["P-256", "P-384", "secp256k1"],
      hashes: Object.keys(hashes),
      ops: OPS,
      rules: {
        ...{ Ed25519: "ref10", Ed448: "openssl-ed448" },
        ...{ "P-256": "fips186-5", "P-384": "fips186-5", secp256k1: "fips186-5" },
      },
      formats: ["raw", "sec1", "der", "p1363"],
      nonces: ["random"],
    },
    verify: (r) => crypto.verify(...how(r), { key: nodePublic(r), dsaEncoding: encodings[r.format] }, r.signature),
    sign: (r) => crypto.sign(...how(r), { key: nodePrivate(r), dsaEncoding: encodings[r.format] }),
    publicKey(r) {
      supported(r.name in ALGORITHMS);
      return nodePoint(crypto.createPublicKey(nodePrivate(r)));
    },
    parsePublicKey(r) {
      supported(r.scheme === "ECDSA" && r.name in ALGORITHMS); // a key of EdDSA is kept as octets, and not decoded
      return nodePoint(nodePublic(r));
    },
  };
}

// ---------------------------------------------------------------- @noble/curves

async function nobleCurves(nodeModules) {
  const require = createRequire(path.join(nodeModules, "none.js"));
  let folder;
  try {
    folder = path.dirname(require.resolve("@noble/curves/ed25519.js"));
  } catch {
    throw new Error(`@noble/curves 2 is not in ${nodeModules}; npm install @noble/curves, or name another folder`);
  }
  const load = (file) => import(pathToFileURL(file));
  const theirs = createRequire(path.join(folder, "none.js")); // the @noble/hashes that goes with it
  const from = {};
  for (const name of ["ed25519", "ed448", "nist", "secp256k1", "abstract/weierstrass"]) {
    Object.assign(from, await load(path.join(folder, `${name}.js`)));
  }
  for (const name of ["sha2", "sha3", "legacy"]) {
    Object.assign(from, await load(theirs.resolve(`@noble/hashes/${name}.js`)));
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json")));
  return noble(from, `${version} (Node.js ${process.versions.node})`);
}

function noble(from, version) {
  const eddsa = { Ed25519: from.ed25519, Ed25519ctx: from.ed25519ctx, Ed25519ph: from.ed25519ph };
  Object.assign(eddsa, { Ed448: from.ed448, Ed448ph: from.ed448ph });
  const curves = { "P-256": from.p256, "P-384": from.p384, secp256k1: from.secp256k1 };
  const hashes = { "SHA-1": from.sha1, "Keccak-256": from.keccak_256 };
  for (const size of [224, 256, 384, 512]) hashes[`SHA-${size}`] = from[`sha${size}`];
  for (const size of [224, 256]) hashes[`SHA-512/${size}`] = from[`sha512_${size}`];
  for (const size of [224, 256, 384, 512]) hashes[`SHA3-${size}`] = from[`sha3_${size}`];
  Object.assign(hashes, { SHAKE128: from.shake128_32, SHAKE256: from.shake256_64 });
  const formats = { der: "der", p1363: "compact" };

  const curve = (r) => {
    supported(r.name in curves);
    return curves[r.name];
  };
  const scheme = (r) => {
    if (r.scheme !== "ECDSA") {
      supported(r.scheme in eddsa);
      return eddsa[r.scheme];
    }
    supported((r.hash === null || r.hash in hashes) && r.format in formats);
    const hash = r.hash ?? USUAL_HASHES[r.name];
    return hash === USUAL_HASHES[r.name] ? curve(r) : from.ecdsa(curve(r).Point, hashes[hash]);
  };
  const options = (r) => {
    if (r.scheme === "ECDSA") return { prehash: r.digest === undefined, format: formats[r.format] };
    return r.context.length > 0 ? { context: r.context } : {};
  };
  // Of a signature or a key whose length is wrong it throws RangeError; of a context that is too long, Error.
  const withContext = (r, use) => {
    try {
      return use();
    } catch (error) {
      throw r.context.length > 255 && !(error instanceof Unsupported) ? new Refused("bad-context", error) : error;
    }
  };
  const orFalse = (verify) => {
    try {
      return verify();
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  };
  return {
    describe: {
      name: "@noble/curves",
      version,
      schemes: [...Object.keys(eddsa), "ECDSA"],
      curves: Object.keys(curves),
      hashes: Object.keys(hashes),
      ops: OPS,
      rules: {
        ...{ Ed25519: "zip215", Ed25519ctx: "zip215", Ed25519ph: "zip215" },
        ...{ "P-256": "low-s", "P-384": "low-s", secp256k1: "low-s" },
        ...{ Ed448: "cofactored-no-small-order", Ed448ph: "cofactored-no-small-order" },
      },
      formats: ["raw", "sec1", "der", "p1363"],
      nonces: ["rfc6979"],
    },
    verify(r) {
      const verify = () => scheme(r).verify(r.signature, r.digest ?? r.message, r.publicKey, options(r));
      return withContext(r, () => orFalse(verify));
    },
    sign(r) {
      const signing = scheme(r);
      keyFrom(() => signing.getPublicKey(r.privateKey));
      return withContext(r, () => signing.sign(r.digest ?? r.message, r.privateKey, options(r)));
    },
    publicKey(r) {
      if (r.scheme === "ECDSA") return keyFrom(() => curve(r).getPublicKey(r.privateKey, false));
      return keyFrom(() => scheme(r).getPublicKey(r.privateKey));
    },
    parsePublicKey(r) {
      if (r.scheme === "ECDSA") return keyFrom(() => curve(r).Point.fromBytes(r.publicKey).toBytes(false));
      const zip215 = r.scheme.startsWith("Ed25519"); // as the scheme's own verify decodes by default
      keyFrom(() => scheme(r).Point.fromBytes(r.publicKey, zip215));
      return r.publicKey;
    },
  };
}

// ---------------------------------------------------------------- the protocol

function read(request) {
  supported(OPS.includes(request.op) && Object.keys(request).every((key) => KEYS.includes(key)));
  const octets = (key) => (request[key] === undefined ? undefined : Buffer.from(request[key], "hex"));
  const { scheme, curve } = request;
  const ecdsa = scheme === "ECDSA";
  for (const key of ["public_key", "private_key"]) {
    supported([undefined, key === "public_key" && ecdsa ? "sec1" : "raw"].includes(request[`${key}_format`]));
  }
  return {
    scheme,
    name: ecdsa ? curve : scheme,
    hash: ecdsa && request.hash === undefined ? USUAL_HASHES[curve] : request.hash,
    format: request.signature_format ?? (ecdsa ? "der" : "raw"),
    message: octets("message"),
    digest: octets("digest"),
    context: octets("context") ?? Buffer.alloc(0),
    publicKey: octets("public_key"),
    privateKey: octets("private_key"),
    signature: octets("signature"),
  };
}

function parse(line) {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function answer(library, request) {
  const hex = (octets) => Buffer.from(octets).toString("hex");
  try {
    if (request === undefined) return { error: "bad-request", detail: "no JSON" };
    if (request.op === "describe") return library.describe;
    const r = read(request);
    if (request.op === "verify") return { valid: library.verify(r) };
    if (request.op === "sign") return { signature: hex(library.sign(r)) };
    return { public_key: hex(request.op === "public_key" ? library.publicKey(r) : library.parsePublicKey(r)) };
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: true };
    if (error instanceof Refused) return { error: error.code, detail: error.message };
    return { error: "internal", detail: `${error.name}: ${error.message}` };
  }
}

const [, , name, nodeModules] = process.argv;
try {
  const library = name === "noble" ? await nobleCurves(nodeModules) : nodeCrypto();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const request = parse(line);
    process.stdout.write(JSON.stringify({ id: request?.id ?? null, ...answer(library, request) }) + "\n");
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
