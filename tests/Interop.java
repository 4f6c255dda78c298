// The JDK's KeyFactory and Signature, by jobs; interop.py says how it is spoken to.
//
//     make FACTORY CURVE                               a new key: PKCS #8, and SubjectPublicKeyInfo
//     private FACTORY KEY                              a key of PKCS #8, encoded again, and its number or seed
//     public FACTORY KEY                               a SubjectPublicKeyInfo, encoded again, and x and y
//     sign FACTORY ALGORITHM MODE KEY MESSAGE COUNT    so many signatures
//     verify FACTORY ALGORITHM MODE KEY MESSAGE SIGNATURE    01 or 00
//
// FACTORY is EC or EdDSA. MODE is plain, or pure or ph and a context after a colon. Numbers are big-endian; x of EdDSA
// is its lowest bit.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.EdDSAParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

public class Interop {
    static final HexFormat HEX = HexFormat.of();

    static List<byte[]> make(String factory, String curve) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(factory);
        generator.initialize(factory.equals("EC") ? new ECGenParameterSpec(curve) : new NamedParameterSpec(curve));
        KeyPair made = generator.generateKeyPair();
        return List.of(made.getPrivate().getEncoded(), made.getPublic().getEncoded());
    }

    static PrivateKey privateKey(String factory, String key) throws Exception {
        return KeyFactory.getInstance(factory).generatePrivate(new PKCS8EncodedKeySpec(HEX.parseHex(key)));
    }

    static PublicKey publicKey(String factory, String key) throws Exception {
        return KeyFactory.getInstance(factory).generatePublic(new X509EncodedKeySpec(HEX.parseHex(key)));
    }

    static List<byte[]> numbers(Key key) {
        if (key instanceof ECPrivateKey ec) return List.of(ec.getEncoded(), ec.getS().toByteArray());
        if (key instanceof EdECPrivateKey ed) return List.of(ed.getEncoded(), ed.getBytes().orElseThrow());
        if (key instanceof ECPublicKey ec) {
            return List.of(ec.getEncoded(), ec.getW().getAffineX().toByteArray(), ec.getW().getAffineY().toByteArray());
        }
        EdECPublicKey ed = (EdECPublicKey) key;
        byte[] x = {(byte) (ed.getPoint().isXOdd() ? 1 : 0)};
        return List.of(ed.getEncoded(), x, ed.getPoint().getY().toByteArray());
    }

    static Signature signature(String algorithm, String mode) throws Exception {
        Signature signature = Signature.getInstance(algorithm);
        if (!mode.equals("plain")) {
            String[] parts = mode.split(":", -1);
            signature.setParameter(new EdDSAParameterSpec(parts[0].equals("ph"), HEX.parseHex(parts[1])));
        }
        return signature;
    }

    static List<byte[]> sign(String[] words) throws Exception {
        PrivateKey key = privateKey(words[1], words[4]);
        Signature signature = signature(words[2], words[3]);
        byte[] message = HEX.parseHex(words[5]);
        List<byte[]> signatures = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(words[6]); i++) {
            signature.initSign(key);
            signature.update(message);
            signatures.add(signature.sign());
        }
        return signatures;
    }

    static List<byte[]> verify(String[] words) throws Exception {
        Signature signature = signature(words[2], words[3]);
        signature.initVerify(publicKey(words[1], words[4]));
        signature.update(HEX.parseHex(words[5]));
        return List.of(new byte[] {(byte) (signature.verify(HEX.parseHex(words[6])) ? 1 : 0)});
    }

    static List<byte[]> answer(String[] words) throws Exception {
        return switch (words[0]) {
            case "make" -> make(words[1], words[2]);
            case "private" -> numbers(privateKey(words[1], words[2]));
            case "public" -> numbers(publicKey(words[1], words[2]));
            case "sign" -> sign(words);
            case "verify" -> verify(words);
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            StringBuilder answer = new StringBuilder("ok");
            try {
                for (byte[] found : answer(line.split(" ", -1))) answer.append(' ').append(HEX.formatHex(found));
            } catch (Exception fault) {
                answer = new StringBuilder("error ").append(fault);
            }
            System.out.println(answer);
        }
    }
}
