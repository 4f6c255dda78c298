// Times operations of Go's crypto/ed25519 and crypto/ecdsa, on Unix; program.py says how it is spoken to.
// go run operations.go
package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type sample struct{ secret, public, message, signature, pkcs8, spki []byte }

type call = func() []byte

// What a verification gives, and a new key pair, which is verified when it is loaded.
var done = []byte{1}

var errRefused = errors.New("a valid signature was refused")

var curves = map[string]elliptic.Curve{"p256": elliptic.P256(), "p384": elliptic.P384()}

func hash(curve string, message []byte) []byte {
	if curve == "p384" {
		digest := sha512.Sum384(message)
		return digest[:]
	}
	digest := sha256.Sum256(message)
	return digest[:]
}

// What goes wrong in an operation is a panic, and answer tells it.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func valid(holds bool) []byte {
	if !holds {
		panic(errRefused)
	}
	return done
}

// An operation on a sample, with what precedes it done; nil where there is none such.
func load(curve, operation string, s sample) call {
	if curve == "ed25519" {
		return loadEd25519(operation, s)
	}
	return loadECDSA(curve, operation, s)
}

func loadEd25519(operation string, s sample) call {
	switch operation {
	case "keygen":
		return func() []byte { return ed25519.NewKeyFromSeed(s.secret).Public().(ed25519.PublicKey) }
	case "generate":
		public, private := generateEd25519()
		valid(ed25519.Verify(public, s.message, ed25519.Sign(private, s.message)))
		return func() []byte { generateEd25519(); return done }
	case "sign":
		private := ed25519.NewKeyFromSeed(s.secret)
		return func() []byte { return ed25519.Sign(private, s.message) }
	case "verify":
		return func() []byte { return valid(ed25519.Verify(s.public, s.message, s.signature)) }
	}
	return nil
}

func generateEd25519() (ed25519.PublicKey, ed25519.PrivateKey) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err)
	}
	return public, private
}

func loadECDSA(curve, operation string, s sample) call {
	group := curves[curve]
	prepared := func() *ecdsa.PublicKey { return must(x509.ParsePKIXPublicKey(s.spki)).(*ecdsa.PublicKey) }
	private := must(x509.ParsePKCS8PrivateKey(s.pkcs8)).(*ecdsa.PrivateKey)
	switch operation {
	case "keygen":
		return func() []byte {
			x, y := group.ScalarBaseMult(s.secret)
			return elliptic.Marshal(group, x, y)
		}
	case "generate":
		pair := must(ecdsa.GenerateKey(group, rand.Reader))
		valid(ecdsa.VerifyASN1(&pair.PublicKey, s.public, must(ecdsa.SignASN1(rand.Reader, pair, s.public))))
		return func() []byte { must(ecdsa.GenerateKey(group, rand.Reader)); return done }
	case "sign":
		return func() []byte { return must(ecdsa.SignASN1(rand.Reader, private, hash(curve, s.message))) }
	case "sign-digest":
		return func() []byte { return must(ecdsa.SignASN1(rand.Reader, private, s.message)) }
	case "verify":
		return func() []byte { return valid(ecdsa.VerifyASN1(prepared(), hash(curve, s.message), s.signature)) }
	case "verify-digest":
		return func() []byte { return valid(ecdsa.VerifyASN1(prepared(), s.message, s.signature)) }
	case "verify-prepared":
		key := prepared()
		return func() []byte { return valid(ecdsa.VerifyASN1(key, hash(curve, s.message), s.signature)) }
	}
	return nil
}

func processor() int64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return used.Utime.Nano() + used.Stime.Nano() // of all threads
}

func run(calls []call, count int) string {
	var answer strings.Builder
	before := processor()
	for i := 0; i < count; i++ {
		call := calls[i%len(calls)]
		start := time.Now()
		call()
		fmt.Fprintf(&answer, " %d", time.Since(start).Nanoseconds())
	}
	return fmt.Sprintf("ns %d%s", processor()-before, answer.String())
}

var loaded [][]call

func answer(words []string) (told string) {
	defer func() {
		if fault := recover(); fault != nil {
			told = fmt.Sprint("error ", fault)
		}
	}()
	switch words[0] {
	case "version":
		return "version Go crypto/ed25519 and crypto/ecdsa of " + runtime.Version()
	case "run":
		return run(loaded[must(strconv.Atoi(words[1]))], must(strconv.Atoi(words[2])))
	}
	var calls []call
	for rest := words[3:]; len(rest) > 0; rest = rest[6:] {
		var octets [6][]byte
		for i := range octets {
			octets[i] = must(hex.DecodeString(rest[i]))
		}
		s := sample{octets[0], octets[1], octets[2], octets[3], octets[4], octets[5]}
		calls = append(calls, load(words[1], words[2], s))
	}
	if calls[0] == nil {
		return "unsupported"
	}
	first := calls[0]()
	loaded = append(loaded, calls)
	return "loaded " + hex.EncodeToString(first)
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Println(answer(strings.Split(strings.TrimSuffix(line, "\n"), " ")))
	}
}
