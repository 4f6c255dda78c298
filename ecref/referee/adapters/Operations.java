// Times operations of a provider of java.security; program.py says how it is spoken to.
// java Operations.java SunEC
// java -cp bcprov.jar Operations.java BC

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

public class Operations {
    static final Map<String, String> GROUPS =
        Map.of("p256", "secp256r1", "p384", "secp384r1", "secp256k1", "secp256k1");

    /** What a verification gives. */
    static final byte[] VALID = {1};

    record Sample(byte[] message, byte[] signature, byte[] pkcs8, byte[] spki) {}

    static List<Callable<byte[]>> load(Provider provider, String curve, String operation, List<Sample> samples)
            throws Exception {
        boolean eddsa = curve.startsWith("ed");
        if (eddsa && operation.endsWith("-digest")) return null;
        String hashed = curve.equals("p384") ? "SHA384withECDSA" : "SHA256withECDSA";
        String algorithm = eddsa ? curve : operation.endsWith("-digest") ? "NONEwithECDSA" : hashed;
        KeyFactory factory = KeyFactory.getInstance(eddsa ? curve : "EC", provider);
        Signature signature = Signature.getInstance(algorithm, provider);
        KeyPairGenerator generator = KeyPairGenerator.getInstance(eddsa ? curve : "EC", provider);
        if (!eddsa) generator.initialize(new ECGenParameterSpec(GROUPS.get(curve)));
        List<Callable<byte[]>> calls = new ArrayList<>();
        for (Sample s : samples) {
            PrivateKey secret = factory.generatePrivate(new PKCS8EncodedKeySpec(s.pkcs8));
            PublicKey known = factory.generatePublic(new X509EncodedKeySpec(s.spki));
            calls.add(switch (operation) {
                case "keygen" -> () -> generator.generateKeyPair() == null ? null : new byte[0];
                case "generate" -> generating(generator, signature, s);
                case "sign", "sign-digest" -> () -> {
                    signature.initSign(secret);
                    signature.update(s.message);
                    return signature.sign();
                };
                case "verify", "verify-digest" -> () -> verify(signature, factory.generatePublic(new X509EncodedKeySpec(s.spki)), s);
                case "verify-prepared" -> () -> verify(signature, known, s);
                default -> null;
            });
        }
        return calls.contains(null) ? null : calls;
    }

    /** What makes a new key pair; that one belongs together is seen before. */
    static Callable<byte[]> generating(KeyPairGenerator generator, Signature signature, Sample s) throws Exception {
        KeyPair pair = generator.generateKeyPair();
        signature.initSign(pair.getPrivate());
        signature.update(s.message);
        verify(signature, pair.getPublic(), new Sample(s.message, signature.sign(), null, null));
        return () -> generator.generateKeyPair() == null ? null : VALID;
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

    static Provider provider(String name) throws Exception {
        if (!name.equals("BC")) return Security.getProvider(name);
        String of = "org.bouncycastle.jce.provider.BouncyCastleProvider";
        try {
            return (Provider) Class.forName(of).getDeclaredConstructor().newInstance();
        } catch (ClassNotFoundException missing) {
            System.err.println("there is no BouncyCastle in these jars");
            System.exit(1);
            return null;
        }
    }

    static String answer(Provider provider, List<List<Callable<byte[]>>> loaded, String[] words) throws Exception {
        HexFormat hex = HexFormat.of();
        switch (words[0]) {
            case "version":
                String version = provider.getName().equals("BC") ? "BouncyCastle " + provider.getVersionStr() : "SunEC";
                return "version " + version + " of Java " + System.getProperty("java.version");
            case "memory":
                return memory();
            case "run":
                return run(loaded.get(Integer.parseInt(words[1])), Integer.parseInt(words[2]));
            default:
        }
        List<Sample> samples = new ArrayList<>();
        for (int i = 3; i < words.length; i += 6) {
            samples.add(new Sample(hex.parseHex(words[i + 2]), hex.parseHex(words[i + 3]),
                hex.parseHex(words[i + 4]), hex.parseHex(words[i + 5])));
        }
        List<Callable<byte[]>> calls = load(provider, words[1], words[2], samples);
        if (calls == null) return "unsupported";
        String first = hex.formatHex(calls.get(0).call());
        loaded.add(calls);
        return "loaded " + first;
    }

    public static void main(String[] arguments) throws Exception {
        Provider provider = provider(arguments[0]);
        List<List<Callable<byte[]>>> loaded = new ArrayList<>();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String answer;
            try {
                answer = answer(provider, loaded, line.split(" ", -1));
            } catch (GeneralSecurityException | RuntimeException fault) {
                answer = "error " + fault.toString().lines().findFirst().get();
            }
            System.out.println(answer);
        }
    }
}
