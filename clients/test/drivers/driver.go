package main

import (
	"bufio"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// Stands beside the one file of the Go sample: with the argument vectors it takes it as a library and answers what it is
// asked line by line, with conform it obeys the orders of the conformance suite, and else the sample itself runs.
func init() {
	what := append(os.Args, "")[1]
	if what == "vectors" {
		answerVectors()
		os.Exit(0)
	}
	if what == "conform" {
		conform()
		os.Exit(0)
	}
}

// given gives the value of a constant.
func given(name, usual string) string {
	if value, isGiven := os.LookupEnv(name); isGiven {
		return value
	}
	return usual
}

func givenNumber(name string, usual int) int {
	number, err := strconv.Atoi(given(name, ""))
	if err != nil {
		return usual
	}
	return number
}

// movedNow stands in the place of time.Now: Go asks the system for the time itself, so no library can stand before it as
// it does for other languages (clock.c). It moves what the clock of the computer shows, and not the clock that nobody can
// set, which is the other half of a time.
func movedNow() time.Time {
	now := time.Now()
	moved, err := os.ReadFile(os.Getenv("CLOCK_FILE"))
	if err != nil || len(moved) != 8 {
		return now
	}
	// the first word: a bit for the other half, 33 bits of seconds, 30 bits of nanoseconds
	*(*uint64)(unsafe.Pointer(&now)) += binary.LittleEndian.Uint64(moved) << 30
	return now
}

func decode(text string) string {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func decodeAll(texts []string) []string {
	var decoded []string
	for _, text := range texts {
		decoded = append(decoded, decode(text))
	}
	return decoded
}

// headerOf is empty where the header is absent.
func headerOf(text string) string {
	if text == "-" {
		return ""
	}
	return decode(text)
}

func answerVectors() {
	for lines := bufio.NewReader(os.Stdin); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		fmt.Println(answerTo(words[0], words[1:]))
	}
}

func answerTo(question string, words []string) string {
	switch question {
	case "hwid":
		return hardwareID(decode(words[0]), decode(words[1]))
	case "files":
		return hardwareID(firstMachineID(decodeAll(words[1:])...), decode(words[0]))
	case "component":
		if hash := componentHash(decode(words[0]), decode(words[1]), decode(words[2])); hash != "" {
			return hash
		}
		return "None"
	case "signed":
		status, _ := strconv.Atoi(words[4])
		asked := exchange{
			path: decode(words[1]), nonce: words[2], sent: []byte(decode(words[3])), status: status,
			received: []byte(decode(words[5])), signatureInput: headerOf(words[6]), signature: headerOf(words[7]),
		}
		if created, isSigned := asked.signedAt(readKeys(strings.Split(words[0], ","))); isSigned {
			return strconv.FormatInt(created, 10)
		}
		return "None"
	case "lease":
		lease := readLease(decode(words[1]), readKeys(strings.Split(words[0], ",")), false)
		userID, _ := strconv.ParseInt(words[2], 10, 64)
		clock, _ := strconv.ParseFloat(words[4], 64)
		mark, _ := strconv.ParseFloat(words[5], 64)
		if leaseHolds(lease, userID, decode(words[3]), clock, mark) {
			return "holds"
		}
		return "refused"
	}
	var values []string
	for _, value := range []string{API_KEY, APP_VERSION, ORIGIN, PUBLIC_KEY, NEXT_PUBLIC_KEY, HWID_SALT} {
		values = append(values, base64.StdEncoding.EncodeToString([]byte(value)))
	}
	return strings.Join(values, "\n")
}
