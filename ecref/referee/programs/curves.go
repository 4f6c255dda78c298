// Go's standard library under the line protocol of ecref (docs/protocol.md): crypto/ed25519 and crypto/ecdsa.
// go run curves.go
package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"strings"
)

type object = map[string]any

var (
	errUnsupported = errors.New("unsupported")
	errInvalidKey  = errors.New("the library refuses the key")
)

var curves = map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384()}

var identifiers = map[string]asn1.ObjectIdentifier{
	"P-256": {1, 2, 840, 10045, 3, 1, 7},
	"P-384": {1, 3, 132, 0, 34},
}

var hashes = map[string]func([]byte) []byte{
	"SHA-1":       func(m []byte) []byte { d := sha1.Sum(m); return d[:] },
	"SHA-224":     func(m []byte) []byte { d := sha256.Sum224(m); return d[:] },
	"SHA-256":     func(m []byte) []byte { d := sha256.Sum256(m); return d[:] },
	"SHA-384":     func(m []byte) []byte { d := sha512.Sum384(m); return d[:] },
	"SHA-512":     func(m []byte) []byte { d := sha512.Sum512(m); return d[:] },
	"SHA-512/224": func(m []byte) []byte { d := sha512.Sum512_224(m); return d[:] },
	"SHA-512/256": func(m []byte) []byte { d := sha512.Sum512_256(m); return d[:] },
}

var description = object{
	"name":    "Go crypto/ed25519 and crypto/ecdsa",
	"version": runtime.Version(),
	"schemes": []string{"Ed25519", "ECDSA"},
	"curves":  []string{"P-256", "P-384"},
	"hashes":  []string{"SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/224", "SHA-512/256"},
	"ops":     []string{"verify", "sign", "public_key", "parse_public_key"},
	"rules":   object{"Ed25519": "ref10", "P-256": "fips186-5", "P-384": "fips186-5"},
	"formats": []string{"raw", "sec1", "der", "p1363"},
	"nonces":  []string{"random"},
}

// A request; a key of it that isn't here is unsupported.
type request struct {
	ID               any     `json:"id"`
	Op               string  `json:"op"`
	Scheme           string  `json:"scheme"`
	Curve            string  `json:"curve"`
	Hash             *string `json:"hash"`
	Message          *octets `json:"message"`
	Digest           *octets `json:"digest"`
	Context          octets  `json:"context"`
	PublicKey        octets  `json:"public_key"`
	PublicKeyFormat  string  `json:"public_key_format"`
	PrivateKey       octets  `json:"private_key"`
	PrivateKeyFormat string  `json:"private_key_format"`
	Signature        octets  `json:"signature"`
	SignatureFormat  string  `json:"signature_format"`
}

// Octets stand in JSON as hex.
type octets []byte

func (o *octets) UnmarshalText(text []byte) (err error) {
	*o, err = hex.DecodeString(string(text))
	return err
}

func answer(r *request) (object, error) {
	switch {
	case r.Op == "describe":
		return description, nil
	case !strings.Contains("raw sec1", r.PublicKeyFormat) || !strings.Contains("raw", r.PrivateKeyFormat):
		return nil, errUnsupported
	case r.Scheme == "Ed25519" && len(r.Context) == 0:
		return answerEd25519(r)
	case r.Scheme == "ECDSA" && curves[r.Curve] != nil:
		return answerECDSA(r, curves[r.Curve])
	}
	return nil, errUnsupported
}

// ------------------------------------------------------------ Ed25519

func answerEd25519(r *request) (object, error) {
	switch r.Op {
	case "verify":
		if len(r.PublicKey) != ed25519.PublicKeySize { // Verify panics, as it says
			return nil, errInvalidKey
		}
		return object{"valid": ed25519.Verify(ed25519.PublicKey(r.PublicKey), *r.Message, r.Signature)}, nil
	case "sign", "public_key":
		if len(r.PrivateKey) != ed25519.SeedSize { // so does NewKeyFromSeed
			return nil, errInvalidKey
		}
		key := ed25519.NewKeyFromSeed(r.PrivateKey)
		if r.Op == "sign" {
			return object{"signature": hex.EncodeToString(ed25519.Sign(key, *r.Message))}, nil
		}
		return object{"public_key": hex.EncodeToString(key.Public().(ed25519.PublicKey))}, nil
	}
	return nil, errUnsupported // a public key is kept as octets, and not decoded
}

// ------------------------------------------------------------ ECDSA

func answerECDSA(r *request, curve elliptic.Curve) (object, error) {
	switch r.Op {
	case "verify":
		return verify(r, curve)
	case "sign":
		return sign(r, curve)
	case "public_key":
		key, err := privateKey(r)
		if err != nil {
			return nil, err
		}
		return point(&key.PublicKey), nil
	case "parse_public_key":
		key, err := publicKey(r, curve)
		if err != nil {
			return nil, err
		}
		return point(key), nil
	}
	return nil, errUnsupported
}

func verify(r *request, curve elliptic.Curve) (object, error) {
	digest, err := digest(r)
	if err != nil {
		return nil, err
	}
	key, err := publicKey(r, curve)
	if err != nil {
		return nil, err
	}
	switch r.SignatureFormat {
	case "", "der":
		return object{"valid": ecdsa.VerifyASN1(key, digest, r.Signature)}, nil
	case "p1363": // Go takes r and s: who has them in this form splits it, and so do we
		size := (curve.Params().BitSize + 7) / 8
		if len(r.Signature) != 2*size {
			return object{"valid": false}, nil
		}
		R, S := new(big.Int).SetBytes(r.Signature[:size]), new(big.Int).SetBytes(r.Signature[size:])
		return object{"valid": ecdsa.Verify(key, digest, R, S)}, nil
	}
	return nil, errUnsupported
}

func sign(r *request, curve elliptic.Curve) (object, error) {
	digest, err := digest(r)
	if err != nil {
		return nil, err
	}
	key, err := privateKey(r)
	if err != nil {
		return nil, err
	}
	R, S, err := ecdsa.Sign(rand.Reader, key, digest)
	if err != nil {
		return nil, errInvalidKey
	}
	switch r.SignatureFormat {
	case "", "der":
		signature, err := asn1.Marshal(struct{ R, S *big.Int }{R, S})
		return object{"signature": hex.EncodeToString(signature)}, err
	case "p1363":
		size := (curve.Params().BitSize + 7) / 8
		signature := append(R.FillBytes(make([]byte, size)), S.FillBytes(make([]byte, size))...)
		return object{"signature": hex.EncodeToString(signature)}, nil
	}
	return nil, errUnsupported
}

// A digest as given, or that of the message by the hash that is named, or the curve's.
func digest(r *request) ([]byte, error) {
	if r.Digest != nil {
		return *r.Digest, nil
	}
	name := "SHA-256"
	if r.Curve == "P-384" {
		name = "SHA-384"
	}
	if r.Hash != nil {
		name = *r.Hash
	}
	if hashes[name] == nil {
		return nil, errUnsupported
	}
	return hashes[name](*r.Message), nil
}

func publicKey(r *request, curve elliptic.Curve) (*ecdsa.PublicKey, error) {
	unmarshal := elliptic.Unmarshal
	if len(r.PublicKey) > 0 && (r.PublicKey[0] == 2 || r.PublicKey[0] == 3) {
		unmarshal = elliptic.UnmarshalCompressed
	}
	x, y := unmarshal(curve, r.PublicKey)
	if x == nil {
		return nil, errInvalidKey
	}
	return &ecdsa.PublicKey{Curve: curve, X: x, Y: y}, nil
}

// A private key is read by crypto/x509, from an ECPrivateKey of RFC 5915.
func privateKey(r *request) (*ecdsa.PrivateKey, error) {
	octets, err := asn1.Marshal(struct {
		Version    int
		PrivateKey []byte
		Curve      asn1.ObjectIdentifier `asn1:"explicit,tag:0"`
	}{1, r.PrivateKey, identifiers[r.Curve]})
	if err != nil {
		return nil, err
	}
	key, err := x509.ParseECPrivateKey(octets)
	if err != nil {
		return nil, errInvalidKey
	}
	return key, nil
}

func point(key *ecdsa.PublicKey) object {
	return object{"public_key": hex.EncodeToString(elliptic.Marshal(key.Curve, key.X, key.Y))}
}

// ------------------------------------------------------------ the protocol

// What a line asks for is answered with its id; a panic is a fault of the library's own.
func answerLine(line []byte) (found object) {
	var asked struct {
		ID any `json:"id"`
	}
	defer func() {
		if fault := recover(); fault != nil {
			found = object{"error": "internal", "detail": fmt.Sprint(fault)}
		}
		found["id"] = asked.ID
	}()
	if err := json.Unmarshal(line, &asked); err != nil {
		return object{"error": "bad-request", "detail": err.Error()}
	}
	var r request
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return object{"unsupported": true}
	}
	answered, err := answer(&r)
	switch err {
	case nil:
		found = object{}
		for key, value := range answered {
			found[key] = value
		}
		return found
	case errUnsupported:
		return object{"unsupported": true}
	case errInvalidKey:
		return object{"error": "invalid-key", "detail": err.Error()}
	}
	return object{"error": "internal", "detail": err.Error()}
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<16)
	answers := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		if answers.Encode(answerLine(line)) != nil {
			return
		}
	}
}
