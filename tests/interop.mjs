// Node.js' crypto, by jobs; interop.py says how it is spoken to.
//
//     make CURVE                                     a new key, as pkcs8-der
//     private FROM TO KEY                            a private key in another container
//     public FROM TO KEY                             a public key, or that of a private key
//     sign HASH ENCODING KEY MESSAGE COUNT           so many signatures; the key is pkcs8-pem
//     verify HASH ENCODING KEY MESSAGE SIGNATURE     01 or 00; the key is spki-pem
//
// HASH is none for EdDSA. ENCODING is der or ieee-p1363, and ignored for EdDSA.

import crypto from "node:crypto";
import readline from "node:readline";

const octets = (word) => Buffer.from(word, "hex");

function input(format, key) {
  if (format === "jwk") return { key: JSON.parse(key.toString()), format };
  const [type, encoding] = format.split("-");
  return encoding === "pem" ? key.toString() : { key, type, format: encoding };
}

function output(format, key) {
  if (format === "jwk") return Buffer.from(JSON.stringify(key.export({ format })));
  const [type, encoding] = format.split("-");
  return Buffer.from(key.export({ type, format: encoding }));
}

const jobs = {
  make(curve) {
    const { privateKey } = curve.startsWith("ed")
      ? crypto.generateKeyPairSync(curve)
      : crypto.generateKeyPairSync("ec", { namedCurve: curve });
    return [output("pkcs8-der", privateKey)];
  },
  private: (from, to, key) => [output(to, crypto.createPrivateKey(input(from, octets(key))))],
  public: (from, to, key) => [output(to, crypto.createPublicKey(input(from, octets(key))))],
  sign(hash, dsaEncoding, key, message, count) {
    const privateKey = { key: octets(key).toString(), dsaEncoding };
    const sign = () => crypto.sign(hash === "none" ? null : hash, octets(message), privateKey);
    return Array.from({ length: Number(count) }, sign);
  },
  verify(hash, dsaEncoding, key, message, signature) {
    const publicKey = { key: octets(key).toString(), dsaEncoding };
    const valid = crypto.verify(hash === "none" ? null : hash, octets(message), publicKey, octets(signature));
    return [Buffer.from([valid])];
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [job, ...words] = line.split(" ");
  let answer;
  try {
    answer = ["ok", ...jobs[job](...words).map((found) => found.toString("hex"))].join(" ");
  } catch (error) {
    answer = `error ${error.message.split("\n")[0]}`;
  }
  process.stdout.write(answer + "\n");
}
