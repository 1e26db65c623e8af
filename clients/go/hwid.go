package keywright

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// #region hardware-id

// HardwareID names this computer without giving its machine id away: 32 hexadecimal digits, or a fallback with the
// computer's name. The salt is that of the options.
func HardwareID(salt string) string {
	return hardwareID(readMachineID(), salt)
}

func hardwareID(machineID, salt string) string {
	found := normalizedID(machineID)
	if strings.Trim(found, "0-") == "" || found == "uninitialized" {
		name, _ := os.Hostname()
		return firstBytes("HWID-FALLBACK-"+name, 128)
	}
	return hex.EncodeToString(macOf([]byte("hwid-v1:"+salt), found))[:32]
}

func normalizedID(machineID string) string {
	return strings.ToLower(trimmedValue(machineID))
}

func trimmedValue(value string) string {
	return strings.Trim(value, " \t\r\n\x00")
}

func macOf(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// readMachineID gives the id of this installation of the operating system, readable without administrator rights;
// empty without one.
func readMachineID() string {
	switch runtime.GOOS {
	case "windows":
		return readRegistry(`SOFTWARE\Microsoft\Cryptography`, "MachineGuid")
	case "darwin":
		return askProgram(`"IOPlatformUUID" = "([^"]+)"`, "/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice")
	default:
		return firstMachineID("/etc/machine-id", "/var/lib/dbus/machine-id")
	}
}

// firstMachineID gives what the first of these files that can be read holds, whatever it is; empty when none can be read.
func firstMachineID(paths ...string) string {
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil {
			return string(text)
		}
	}
	return ""
}

// askProgram gives the group of the pattern in what a program of the system prints; empty without one.
func askProgram(pattern, program string, arguments ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	text, err := exec.CommandContext(ctx, program, arguments...).Output()
	found := regexp.MustCompile(pattern).FindSubmatch(text)
	if err != nil || found == nil {
		return ""
	}
	return string(found[1])
}

// deviceName gives what the owner of this computer calls it, in at most 64 bytes: shown to you and to your customer,
// never compared.
func deviceName() string {
	name, _ := os.Hostname()
	printable := func(letter rune) rune {
		if unicode.IsPrint(letter) {
			return letter
		}
		return -1
	}
	return firstBytes(strings.Map(printable, name), 64)
}

// firstBytes cuts no character in two.
func firstBytes(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}

// #endregion
