// Times operations of the JDK's own EdDSA and ECDSA; program.py says how it is spoken to.
// java Operations.java

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;

public class Operations {
    /** What a verification gives. */
    static final byte[] VALID = {1};

    record Sample(byte[] message, byte[] signature, byte[] pkcs8, byte[] spki) {}

    static List<Callable<byte[]>> load(String curve, String operation, List<Sample> samples) throws Exception {
        boolean eddsa = curve.startsWith("ed");
        String algorithm = eddsa ? curve : curve.equals("p384") ? "SHA384withECDSA" : "SHA256withECDSA";
        KeyFactory factory = KeyFactory.getInstance(eddsa ? "EdDSA" : "EC");
        Signature signature = Signature.getInstance(algorithm);
        KeyPairGenerator generator = KeyPairGenerator.getInstance(eddsa ? "EdDSA" : "EC");
        generator.initialize(eddsa
            ? new NamedParameterSpec(curve.equals("ed448") ? "Ed448" : "Ed25519")
            : new ECGenParameterSpec(curve.equals("p384") ? "secp384r1" : "secp256r1"));
        List<Callable<byte[]>> calls = new ArrayList<>();
        for (Sample s : samples) {
            PrivateKey secret = factory.generatePrivate(new PKCS8EncodedKeySpec(s.pkcs8));
            PublicKey known = factory.generatePublic(new X509EncodedKeySpec(s.spki));
            calls.add(switch (operation) {
                case "keygen" -> () -> generator.generateKeyPair() == null ? null : new byte[0];
                case "sign" -> () -> {
                    signature.initSign(secret);
                    signature.update(s.message);
                    return signature.sign();
                };
                case "verify" -> () -> verify(signature, factory.generatePublic(new X509EncodedKeySpec(s.spki)), s);
                case "verify-prepared" -> () -> verify(signature, known, s);
                default -> null;
            });
        }
        return calls.contains(null) ? null : calls;
    }

    static byte[] verify(Signature signature, PublicKey key, Sample s) throws Exception {
        signature.initVerify(key);
        signature.update(s.message);
        if (!signature.verify(s.signature)) throw new IllegalStateException("a valid signature was refused");
        return VALID;
    }

    static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Octets that operations allocated on the heap so far, without what surrounds them. */
    static long allocated = 0;

    static String run(List<Callable<byte[]>> calls, int count) throws Exception {
        long[] times = new long[count];
        long spent = -THREADS.getCurrentThreadCpuTime();
        allocated -= THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < count; i++) {
            Callable<byte[]> call = calls.get(i % calls.size());
            long start = System.nanoTime();
            call.call();
            times[i] = System.nanoTime() - start;
        }
        allocated += THREADS.getCurrentThreadAllocatedBytes();
        spent += THREADS.getCurrentThreadCpuTime();
        StringBuilder answer = new StringBuilder("ns ").append(spent);
        for (long time : times) answer.append(' ').append(time);
        return answer.toString();
    }

    static String memory() {
        long collections = 0, ms = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += collector.getCollectionCount();
            ms += collector.getCollectionTime();
        }
        return "memory " + allocated + " " + collections + " " + ms;
    }

    public static void main(String[] arguments) throws Exception {
        HexFormat hex = HexFormat.of();
        List<List<Callable<byte[]>>> loaded = new ArrayList<>();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "version" -> System.out.println("version SunEC of Java " + System.getProperty("java.version"));
                case "memory" -> System.out.println(memory());
                case "run" -> System.out.println(run(loaded.get(Integer.parseInt(words[1])), Integer.parseInt(words[2])));
                default -> {
                    List<Sample> samples = new ArrayList<>();
                    for (int i = 3; i < words.length; i += 6) {
                        samples.add(new Sample(hex.parseHex(words[i + 2]), hex.parseHex(words[i + 3]),
                            hex.parseHex(words[i + 4]), hex.parseHex(words[i + 5])));
                    }
                    List<Callable<byte[]>> calls = load(words[1], words[2], samples);
                    if (calls == null) {
                        System.out.println("unsupported");
                    } else {
                        System.out.println("loaded " + hex.formatHex(calls.get(0).call()));
                        loaded.add(calls);
                    }
                }
            }
        }
    }
}
