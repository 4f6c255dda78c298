// A provider of java.security under the line protocol of ecref (docs/protocol.md); Java 17 or newer.
// java Curves.java SunEC
// java -cp bcprov.jar Curves.java BC
//
// Keys are handed to the provider as they were given, in SubjectPublicKeyInfo or as a number: no check here stands
// before its own. Over a key that it refuses it throws InvalidKeyException, InvalidKeySpecException, or, where it is
// handed the key, IllegalArgumentException; over a signature, SignatureException. Any other exception is a fault of its
// own ("internal").

import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.EdDSAParameterSpec;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.InvalidParameterSpecException;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class Curves {
    static final HexFormat HEX = HexFormat.of();
    static final List<String> OPS = List.of("verify", "sign", "public_key", "parse_public_key");
    static final Set<String> KEYS = Set.of("id", "op", "scheme", "curve", "hash", "message", "digest", "context",
        "public_key", "public_key_format", "private_key", "private_key_format", "signature", "signature_format");
    static final List<String> SCHEMES = List.of("Ed25519", "Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph");
    static final Map<String, String> CURVES = new LinkedHashMap<>(); // the names that the providers know

    static {
        CURVES.put("P-256", "secp256r1");
        CURVES.put("P-384", "secp384r1");
        CURVES.put("secp256k1", "secp256k1");
    }

    static final List<String> HASHES = List.of("SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/224",
        "SHA-512/256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHAKE128", "SHAKE256");
    static final Map<String, String> ALGORITHMS = Map.of( // AlgorithmIdentifier: RFC 8410, 3; RFC 5480, 2.1.1
        "Ed25519", "300506032b6570",
        "Ed448", "300506032b6571",
        "P-256", "301306072a8648ce3d020106082a8648ce3d030107",
        "P-384", "301006072a8648ce3d020106052b81040022",
        "secp256k1", "301006072a8648ce3d020106052b8104000a");

    /** What the provider doesn't have. */
    static class Unsupported extends Exception {}

    final Provider provider;
    final boolean bouncyCastle;
    final Map<String, ECParameterSpec> parameters = new LinkedHashMap<>(); // of the curves that it computes on

    Curves(Provider provider) throws NoSuchAlgorithmException {
        this.provider = provider;
        this.bouncyCastle = provider.getName().equals("BC");
        for (String curve : CURVES.keySet()) {
            ECGenParameterSpec name = new ECGenParameterSpec(CURVES.get(curve));
            AlgorithmParameters found = AlgorithmParameters.getInstance("EC", provider);
            try {
                found.init(name);
                KeyPairGenerator.getInstance("EC", provider).initialize(name); // SunEC knows more curves than it has
                parameters.put(curve, found.getParameterSpec(ECParameterSpec.class));
            } catch (InvalidParameterSpecException | InvalidAlgorithmParameterException missing) {
                continue;
            }
        }
    }

    // ------------------------------------------------------------ the ops

    /** The answer to a request, without its id. */
    Map<String, Object> answer(Map<String, Object> request) {
        try {
            if ("describe".equals(request.get("op"))) return describe();
            Request r = new Request(request);
            return switch (r.op) {
                case "verify" -> Map.of("valid", verify(r));
                case "sign" -> Map.of("signature", HEX.formatHex(sign(r)));
                case "public_key" -> Map.of("public_key", HEX.formatHex(publicKey(r)));
                default -> Map.of("public_key", HEX.formatHex(parsePublicKey(r)));
            };
        } catch (Unsupported | NoSuchAlgorithmException missing) {
            return Map.of("unsupported", true);
        } catch (InvalidKeySpecException | InvalidKeyException refused) {
            return Map.of("error", "invalid-key", "detail", refused.toString());
        } catch (InvalidParameterException refused) { // by EdDSAParameterSpec
            return Map.of("error", "bad-context", "detail", refused.toString());
        } catch (GeneralSecurityException | RuntimeException fault) {
            return Map.of("error", "internal", "detail", fault.toString());
        }
    }

    boolean verify(Request r) throws GeneralSecurityException, Unsupported {
        Signature signature = signature(r, false);
        PublicKey key = loadPublic(r);
        usingKey(() -> signature.initVerify(key));
        signature.update(r.input());
        try {
            return signature.verify(r.octets("signature"));
        } catch (SignatureException refused) {
            return false;
        }
    }

    byte[] sign(Request r) throws GeneralSecurityException, Unsupported {
        Signature signature = signature(r, true);
        PrivateKey key = loadPrivate(r);
        usingKey(() -> signature.initSign(key));
        signature.update(r.input());
        return signature.sign();
    }

    /** By a generator of key pairs whose random octets are the private key: JCA has no other way. */
    byte[] publicKey(Request r) throws GeneralSecurityException, Unsupported {
        byte[] secret = r.octets("private_key");
        PrivateKey wanted = loadPrivate(r);
        Drawn drawn = new Drawn(secret, r.ecdsa() && !bouncyCastle); // SunEC reads a scalar little-endian
        KeyPairGenerator generator = KeyPairGenerator.getInstance(r.ecdsa() ? "EC" : r.curve(), provider);
        generator.initialize(r.ecdsa() ? parameters(r.name) : new NamedParameterSpec(r.curve()), drawn);
        KeyPair pair;
        try {
            pair = generator.generateKeyPair();
        } catch (RuntimeException fault) {
            if (drawn.asked > 1) throw new Unsupported(); // it didn't take them for a key
            throw fault;
        }
        boolean same = r.ecdsa()
            ? ((ECPrivateKey) pair.getPrivate()).getS().equals(((ECPrivateKey) wanted).getS())
            : HEX.formatHex(pair.getPrivate().getEncoded()).contains(HEX.formatHex(der(0x04, secret)));
        if (!same) throw new Unsupported();
        return dump(r, pair.getPublic());
    }

    /** Some of a key's checks come only when it is used. */
    byte[] parsePublicKey(Request r) throws GeneralSecurityException, Unsupported {
        PublicKey key = loadPublic(r);
        Signature signature = signature(r, false);
        usingKey(() -> signature.initVerify(key));
        return dump(r, key);
    }

    // ------------------------------------------------------------ the provider's objects

    Signature signature(Request r, boolean signs) throws GeneralSecurityException, Unsupported {
        if (!r.ecdsa()) {
            Signature signature = Signature.getInstance(r.curve(), provider);
            boolean plain = r.name.equals(r.curve()) && r.octets("context").length == 0;
            if (plain) return signature;
            EdDSAParameterSpec variant = new EdDSAParameterSpec(r.name.endsWith("ph"), r.octets("context"));
            try {
                signature.setParameter(variant);
            } catch (InvalidAlgorithmParameterException | UnsupportedOperationException missing) {
                throw new Unsupported();
            }
            return signature;
        }
        parameters(r.name);
        if (r.text("digest") != null && bouncyCastle && signs) throw new Unsupported(); // see `with`
        return Signature.getInstance(with(r.text("digest") != null ? null : r.hash(), r.format(), signs), provider);
    }

    /** The provider's name of an algorithm; BouncyCastle signs by RFC 6979 where there is a choice. */
    String with(String hash, String format, boolean signs) throws Unsupported {
        String hashed = hash == null ? "NONE" : hash.startsWith("SHA-") ? "SHA" + hash.substring(4) : hash;
        if (format.equals("der")) return hashed + "with" + (bouncyCastle && signs ? "ECDDSA" : "ECDSA");
        if (!format.equals("p1363") || bouncyCastle && signs) throw new Unsupported();
        return hashed + "with" + (bouncyCastle ? "PLAIN-ECDSA" : "ECDSAinP1363Format");
    }

    ECParameterSpec parameters(String curve) throws Unsupported {
        if (!parameters.containsKey(curve)) throw new Unsupported();
        return parameters.get(curve);
    }

    PublicKey loadPublic(Request r) throws GeneralSecurityException, Unsupported {
        byte[] octets = r.octets("public_key");
        if (r.ecdsa()) {
            parameters(r.name);
            boolean compressed = octets.length > 0 && (octets[0] == 2 || octets[0] == 3);
            if (compressed && !bouncyCastle) throw new Unsupported(); // it says so itself, of every such point
        }
        byte[] bits = new byte[octets.length + 1]; // the first octet counts the unused bits
        System.arraycopy(octets, 0, bits, 1, octets.length);
        byte[] spki = der(0x30, HEX.parseHex(ALGORITHMS.get(r.curve())), der(0x03, bits));
        KeyFactory factory = factory(r);
        return withKey(() -> factory.generatePublic(new X509EncodedKeySpec(spki)));
    }

    PrivateKey loadPrivate(Request r) throws GeneralSecurityException, Unsupported {
        byte[] secret = r.octets("private_key");
        KeySpec spec = r.ecdsa()
            ? new ECPrivateKeySpec(new BigInteger(1, secret), parameters(r.name))
            : bouncyCastle ? pkcs8(r, secret) : new EdECPrivateKeySpec(new NamedParameterSpec(r.curve()), secret);
        KeyFactory factory = factory(r);
        return withKey(() -> factory.generatePrivate(spec));
    }

    interface Step<T> {
        T run() throws GeneralSecurityException;
    }

    interface Use {
        void run() throws GeneralSecurityException;
    }

    /** What a step gives that takes a key, and may refuse it also by IllegalArgumentException. */
    static <T> T withKey(Step<T> step) throws GeneralSecurityException {
        try {
            return step.run();
        } catch (IllegalArgumentException refused) {
            throw new InvalidKeySpecException(refused);
        }
    }

    static void usingKey(Use use) throws GeneralSecurityException {
        withKey(() -> {
            use.run();
            return null;
        });
    }

    /** BouncyCastle doesn't take EdECPrivateKeySpec. */
    static PKCS8EncodedKeySpec pkcs8(Request r, byte[] seed) {
        byte[] version = {2, 1, 0};
        byte[] key = der(0x04, der(0x04, seed));
        return new PKCS8EncodedKeySpec(der(0x30, version, HEX.parseHex(ALGORITHMS.get(r.curve())), key));
    }

    KeyFactory factory(Request r) throws GeneralSecurityException {
        return KeyFactory.getInstance(r.ecdsa() ? "EC" : r.curve(), provider);
    }

    /** A public key as RFC 8032's octets, or as SEC 1's uncompressed point. */
    static byte[] dump(Request r, PublicKey key) {
        if (!r.ecdsa()) {
            byte[] spki = key.getEncoded();
            return Arrays.copyOfRange(spki, spki.length - (r.curve().equals("Ed448") ? 57 : 32), spki.length);
        }
        ECPublicKey point = (ECPublicKey) key;
        int size = (point.getParams().getCurve().getField().getFieldSize() + 7) / 8;
        byte[] octets = new byte[1 + 2 * size];
        octets[0] = 4;
        put(point.getW().getAffineX(), octets, 1, size);
        put(point.getW().getAffineY(), octets, 1 + size, size);
        return octets;
    }

    static void put(BigInteger number, byte[] octets, int from, int size) {
        byte[] digits = HEX.parseHex(String.format("%0" + 2 * size + "x", number));
        System.arraycopy(digits, digits.length - size, octets, from, size);
    }

    static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) content.writeBytes(part);
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int size = content.size();
        if (size > 255) element.writeBytes(new byte[] {(byte) 0x82, (byte) (size >> 8)});
        else if (size > 127) element.write(0x81);
        element.write(size);
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }

    /** A source of random octets that gives these once, padded with 00 to what is asked for. */
    static class Drawn extends SecureRandom {
        final byte[] octets;
        final boolean littleEndian;
        int asked = 0;

        Drawn(byte[] octets, boolean littleEndian) {
            this.octets = octets;
            this.littleEndian = littleEndian;
        }

        @Override
        public void nextBytes(byte[] drawn) {
            if (asked++ > 0) throw new IllegalStateException("nothing more to draw");
            byte[] padded = new byte[Math.max(drawn.length, octets.length)];
            System.arraycopy(octets, 0, padded, padded.length - octets.length, octets.length);
            for (int i = 0; i < drawn.length; i++) drawn[i] = padded[littleEndian ? padded.length - 1 - i : i];
        }
    }

    // ------------------------------------------------------------ what it has

    Map<String, Object> describe() {
        Map<String, Object> rules = new LinkedHashMap<>();
        List<String> schemes = new ArrayList<>();
        for (String scheme : SCHEMES) {
            if (!has(Map.of("op", "verify", "scheme", scheme))) continue;
            schemes.add(scheme);
            rules.put(scheme, "rfc8032-cofactorless");
        }
        for (String curve : parameters.keySet()) rules.put(curve, "fips186-5");
        schemes.add("ECDSA");
        List<String> hashes = new ArrayList<>();
        for (String hash : HASHES) {
            Map<String, Object> asked = Map.of("op", "verify", "scheme", "ECDSA", "curve", "P-256", "hash", hash);
            if (has(asked)) hashes.add(hash);
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", bouncyCastle ? "BouncyCastle" : provider.getName());
        String java = "Java " + System.getProperty("java.version");
        told.put("version", bouncyCastle ? provider.getVersionStr() + ", " + java : java);
        told.put("schemes", schemes);
        told.put("curves", List.copyOf(parameters.keySet()));
        told.put("hashes", hashes);
        told.put("ops", OPS);
        told.put("rules", rules);
        told.put("formats", List.of("raw", "sec1", "der", "p1363"));
        told.put("nonces", List.of(bouncyCastle ? "rfc6979" : "random"));
        return told;
    }

    boolean has(Map<String, Object> asked) {
        try {
            return signature(new Request(asked), false) != null;
        } catch (Unsupported | GeneralSecurityException missing) {
            return false;
        }
    }

    // ------------------------------------------------------------ the protocol

    static class Request {
        final Map<String, Object> given;
        final String op;
        final String scheme;
        final String name; // the scheme of EdDSA, the curve of ECDSA

        Request(Map<String, Object> given) throws Unsupported {
            this.given = given;
            op = text("op");
            scheme = text("scheme");
            if (op == null || scheme == null || !OPS.contains(op)) throw new Unsupported();
            if (!KEYS.containsAll(given.keySet())) throw new Unsupported();
            name = ecdsa() ? text("curve") : scheme;
            if (!ecdsa() && !SCHEMES.contains(name) || ecdsa() && !CURVES.containsKey(name)) throw new Unsupported();
            for (String key : List.of("public_key_format", "private_key_format")) {
                String wanted = ecdsa() && key.startsWith("public") ? "sec1" : "raw";
                if (given.containsKey(key) && !wanted.equals(text(key))) throw new Unsupported();
            }
        }

        boolean ecdsa() {
            return "ECDSA".equals(scheme);
        }

        /** The curve under its schemes. */
        String curve() {
            return ecdsa() ? name : name.startsWith("Ed448") ? "Ed448" : "Ed25519";
        }

        String hash() {
            return given.containsKey("hash") ? text("hash") : name.equals("P-384") ? "SHA-384" : "SHA-256";
        }

        String format() {
            return given.containsKey("signature_format") ? text("signature_format") : "der";
        }

        String text(String key) {
            return (String) given.get(key);
        }

        byte[] octets(String key) {
            return given.containsKey(key) ? HEX.parseHex(text(key)) : new byte[0];
        }

        byte[] input() {
            return octets(text("digest") != null ? "digest" : "message");
        }
    }

    /** An object of JSON. Its strings and null are read, other values stay text, nested ones are not looked into. */
    static class Reader {
        /** A value as it stands. */
        record Literal(String text) {}

        final String line;
        int at = 0;

        Reader(String line) {
            this.line = line;
        }

        Map<String, Object> object() {
            Map<String, Object> found = new LinkedHashMap<>();
            expect('{');
            if (peek() == '}') {
                at++;
            } else {
                do {
                    peek();
                    String key = string();
                    expect(':');
                    if (found.containsKey(key)) throw fault("a key twice");
                    char first = peek();
                    found.put(key, first == '"' ? string() : first == '{' || first == '[' ? nested() : literal());
                } while (next() == ',');
                at--;
                expect('}');
            }
            if (!line.substring(at).isBlank()) throw fault("the end");
            return found;
        }

        IllegalArgumentException fault(String wanted) {
            return new IllegalArgumentException("no object of JSON: " + wanted + " at character " + at);
        }

        char peek() {
            while (at < line.length() && " \t\r".indexOf(line.charAt(at)) >= 0) at++;
            if (at == line.length()) throw fault("it ends");
            return line.charAt(at);
        }

        char next() {
            char found = peek();
            at++;
            return found;
        }

        void expect(char wanted) {
            if (next() != wanted) throw fault("no " + wanted);
        }

        Object literal() {
            int start = at;
            while (at < line.length() && ",} \t\r".indexOf(line.charAt(at)) < 0) at++;
            String text = line.substring(start, at);
            if (text.equals("null")) return null;
            if (!text.matches("true|false|-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?")) throw fault("no value");
            return new Literal(text);
        }

        Literal nested() {
            int start = at;
            int depth = 0;
            do {
                char c = peek();
                if (c == '"') {
                    string();
                    continue;
                }
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                at++;
            } while (depth > 0);
            return new Literal(line.substring(start, at));
        }

        String string() {
            expect('"');
            StringBuilder text = new StringBuilder();
            while (true) {
                if (at == line.length()) throw fault("an open string");
                char c = line.charAt(at++);
                if (c == '"') return text.toString();
                if (c < ' ') throw fault("a control character");
                text.append(c == '\\' ? escaped() : c);
            }
        }

        char escaped() {
            if (at == line.length()) throw fault("an open string");
            char c = line.charAt(at++);
            int plain = "\"\\/bfnrt".indexOf(c);
            if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
            boolean four = line.substring(at, Math.min(at + 4, line.length())).matches("[0-9A-Fa-f]{4}");
            if (c != 'u' || !four) throw fault("no escape");
            at += 4;
            return (char) HexFormat.fromHexDigits(line, at - 4, at);
        }
    }

    static String json(Object value) {
        if (value == null) return "null";
        if (value instanceof Boolean) return value.toString();
        if (value instanceof Reader.Literal literal) return literal.text();
        if (value instanceof List<?> list) return list.stream().map(Curves::json).collect(joining(", ", "[", "]"));
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(e -> json(e.getKey()) + ": " + json(e.getValue()))
                .collect(joining(", ", "{", "}"));
        }
        StringBuilder text = new StringBuilder("\"");
        for (char c : value.toString().toCharArray()) {
            if (c >= ' ' && c < 127 && c != '"' && c != '\\') text.append(c);
            else text.append(String.format("\\u%04x", (int) c));
        }
        return text.append('"').toString();
    }

    static Provider provider(String name) throws ReflectiveOperationException {
        if (!name.equals("BC")) return Security.getProvider(name);
        Class<?> found = Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider");
        return (Provider) found.getConstructor().newInstance();
    }

    public static void main(String[] arguments) throws Exception {
        Provider provider;
        try {
            provider = provider(arguments[0]);
        } catch (ClassNotFoundException missing) {
            System.err.println("the jar has no org.bouncycastle.jce.provider.BouncyCastleProvider");
            System.exit(1);
            return;
        }
        Curves curves = new Curves(provider);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (String line; (line = lines.readLine()) != null; ) {
            Map<String, Object> answer = new LinkedHashMap<>();
            try {
                Map<String, Object> request = new Reader(line).object();
                answer.put("id", request.get("id"));
                answer.putAll(curves.answer(request));
            } catch (IllegalArgumentException fault) {
                answer.put("error", "bad-request");
                answer.put("detail", fault.getMessage());
            }
            out.println(json(answer));
            out.flush();
        }
    }
}
