package keywright

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// #region signed-answers

const signedComponents = `("@status" "content-digest" "@method";req "@path";req "content-digest";req)`

var (
	signatureInputForm = regexp.MustCompile(`^lic=(` + regexp.QuoteMeta(signedComponents) +
		`;created=([0-9]{1,12});keyid="[A-Za-z0-9._-]{1,64}";alg="rsa-v1_5-sha256";nonce="([0-9a-f]{32})";tag="lic-v1")$`)
	signatureForm = regexp.MustCompile(`^lic=:([A-Za-z0-9+/]{341}[AQgw]==):$`)
	spkiStart     = []byte("\x30\x82\x01\x22\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00\x03\x82\x01\x0f\x00")
)

// exchange is a request and its answer, byte for byte; a header that is absent is empty.
type exchange struct {
	path, nonce               string
	sent                      []byte
	status                    int
	received                  []byte
	signatureInput, signature string
}

// signedAt says when one of the keys signed this very answer to this very request, in unix seconds.
//
// The parameters are compared as text with the one form there is: nobody else chooses what is checked, or how.
func (e exchange) signedAt(keys []publicKey) (created int64, isSigned bool) {
	parameters := signatureInputForm.FindStringSubmatch(e.signatureInput)
	value := signatureForm.FindStringSubmatch(e.signature)
	if parameters == nil || value == nil || parameters[3] != e.nonce {
		return 0, false
	}
	signature, err := base64.StdEncoding.DecodeString(value[1])
	lines := []string{
		fmt.Sprintf(`"@status": %d`, e.status),
		`"content-digest": ` + contentDigest(e.received),
		`"@method";req: POST`,
		`"@path";req: ` + e.path,
		`"content-digest";req: ` + contentDigest(e.sent),
		`"@signature-params": ` + parameters[1],
	}
	if err != nil || !isSignedBy(keys, strings.Join(lines, "\n"), signature) {
		return 0, false
	}
	return wholeNumber(parameters[2]), true
}

func contentDigest(data []byte) string {
	sum := sha256.Sum256(data)
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// publicKey is a pinned key; one that cannot be used has no key, and nothing is signed with it.
type publicKey struct {
	der []byte
	key *rsa.PublicKey
}

// readKeys reads RSA-2048 keys with the exponent 65537, each the SPKI in base64.
func readKeys(texts []string) []publicKey {
	var keys []publicKey
	for _, text := range texts {
		der, err := base64.StdEncoding.DecodeString(text)
		read := publicKey{der: der}
		if err == nil && bytes.HasPrefix(der, spkiStart) {
			if parsed, err := x509.ParsePKIXPublicKey(der); err == nil {
				read.key = usableKey(parsed)
			}
		}
		keys = append(keys, read)
	}
	return keys
}

func usableKey(parsed any) *rsa.PublicKey {
	key, isRSA := parsed.(*rsa.PublicKey)
	if !isRSA || key.Size() != 256 || key.E != 65537 {
		return nil
	}
	return key
}

func isSignedBy(keys []publicKey, text string, signature []byte) bool {
	sum := sha256.Sum256([]byte(text))
	for _, each := range keys {
		if each.key != nil && rsa.VerifyPKCS1v15(each.key, crypto.SHA256, sum[:], signature) == nil {
			return true
		}
	}
	return false
}

var (
	signedText  = regexp.MustCompile(`^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])$`)
	leaseHeader = regexp.MustCompile(`^\{"alg":"RS256","typ":"lic\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}$`)
	leaseClaims = regexp.MustCompile(`^\{"iss":"[ !#-\[\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}",` +
		`"iat":([0-9]{1,12}),"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"(?:,"lic":"[A-Za-z0-9_-]{43}")?` +
		`(?:,"ver":1|(,"feat":"([A-Za-z0-9_-]*)")(,"off":1)?,"ver":2)\}$`)
	fileHeader = regexp.MustCompile(`^\{"alg":"RS256","typ":"offline\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}$`)
	fileClaims = regexp.MustCompile(`^\{"aud":"app:([0-9]+)","sub":"([0-9]{1,15})","jti":"[0-9a-f-]{36}","iat":([0-9]{1,12}),` +
		`"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})","nonce":"([A-Za-z0-9_-]{22})",` +
		`"feat":"([A-Za-z0-9_-]*)","ver":1\}$`)
)

const maxClockStepBackSeconds = 3600

// permit is what a lease or an offline file says: who may go on without the server, where, and until when.
type permit struct {
	application, userID string
	issued, expires     int64 // in unix seconds
	device, nonce       string
	mayStart            bool
	features            map[string]any
}

func (p *permit) isOf(hwid string) bool {
	sum := sha256.Sum256([]byte("app_" + p.application + "|" + hwid))
	return p.device == base64.RawURLEncoding.EncodeToString(sum[:])
}

// readLease gives nil if no pinned key signed it. Version 2 is for those who asked for it, and an offline file allows
// what such a lease does.
func readLease(text string, keys []publicKey, isVersion2 bool) *permit {
	if found := readOfflineFile(text, keys); found != nil && isVersion2 {
		return found
	}
	claims := signedClaims(text, keys, leaseHeader, leaseClaims)
	if claims == nil || (claims[6] != "" && !isVersion2) {
		return nil
	}
	return &permit{
		application: claims[1], userID: claims[2], issued: wholeNumber(claims[3]), expires: wholeNumber(claims[4]),
		device: claims[5], mayStart: claims[8] != "", features: objectOf(fromBase64URL(claims[7])),
	}
}

// readOfflineFile gives nil if no pinned key signed it.
func readOfflineFile(text string, keys []publicKey) *permit {
	claims := signedClaims(text, keys, fileHeader, fileClaims)
	if claims == nil {
		return nil
	}
	return &permit{
		application: claims[1], userID: claims[2], issued: wholeNumber(claims[3]), expires: wholeNumber(claims[4]),
		device: claims[5], nonce: claims[6], mayStart: true, features: objectOf(fromBase64URL(claims[7])),
	}
}

// signedClaims gives the groups of the claims' form: the first is the application, as in the header.
func signedClaims(text string, keys []publicKey, headerForm, claimsForm *regexp.Regexp) []string {
	parts := signedText.FindStringSubmatch(text)
	if parts == nil || !isSignedBy(keys, parts[1]+"."+parts[2], fromBase64URL(parts[3])) {
		return nil
	}
	header := headerForm.FindStringSubmatch(string(fromBase64URL(parts[1])))
	claims := claimsForm.FindStringSubmatch(string(fromBase64URL(parts[2])))
	if header == nil || claims == nil || header[1] != claims[1] {
		return nil
	}
	return claims
}

// leaseHolds says whether the server allowed this user on this computer to go on without it until now. The mark is the
// latest time that the server is known to have had: setting the clock back does not lengthen a lease.
func leaseHolds(lease *permit, userID int64, hwid string, clock, mark float64) bool {
	if lease == nil || lease.userID != strconv.FormatInt(userID, 10) || !lease.isOf(hwid) {
		return false
	}
	return clock >= mark-maxClockStepBackSeconds && math.Max(clock, mark) < float64(lease.expires)
}

func fromBase64URL(text string) []byte {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return data
}

func wholeNumber(digits string) int64 {
	number, _ := strconv.ParseInt(digits, 10, 64)
	return number
}

// objectOf reads an object of JSON and nothing behind it; nil: it is none. Whole numbers are of the type int.
func objectOf(data []byte) map[string]any {
	decoder := json.NewDecoder(bytes.NewReader(withoutMark(data)))
	decoder.UseNumber()
	var object map[string]any
	if decoder.Decode(&object) != nil {
		return nil
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil
	}
	return withNumbers(object)
}

// withoutMark takes the mark away that some put before a text in UTF-8.
func withoutMark(data []byte) []byte {
	return bytes.TrimPrefix(data, []byte("\ufeff"))
}

func withNumbers(object map[string]any) map[string]any {
	for name, value := range object {
		switch value := value.(type) {
		case map[string]any:
			withNumbers(value)
		case json.Number:
			if whole, err := strconv.Atoi(value.String()); err == nil {
				object[name] = whole
			} else if number, err := value.Float64(); err == nil {
				object[name] = number
			}
		}
	}
	return object
}

// #endregion
