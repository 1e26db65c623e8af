package keywright

import (
	"encoding/hex"
	"os"
	"regexp"
	"runtime"
	"strings"
)

// #region components

// componentNames are those that the server knows.
const componentNames = "machine board bios cpu disk mac gpu tpm"

func isComponentName(name string) bool {
	for _, known := range strings.Fields(componentNames) {
		if name == known {
			return true
		}
	}
	return false
}

// hashedComponents are components as they are sent; what names nothing is left out.
func hashedComponents(components map[string]string, salt string) map[string]string {
	hashed := map[string]string{}
	for name, value := range components {
		if hash := componentHash(name, value, salt); hash != "" {
			hashed[name] = hash
		}
	}
	return hashed
}

// componentHash gives 32 hexadecimal digits; nothing where the value names nothing.
func componentHash(name, value, salt string) string {
	found := lowerLetters(trimmedValue(value))
	if strings.Trim(found, "0-|") == "" || found == "uninitialized" {
		return ""
	}
	return hex.EncodeToString(macOf([]byte("hwid-v1:"+salt), name+":"+found))[:32]
}

// lowerLetters knows the letters A to Z alone, and leaves every other byte as it is.
func lowerLetters(text string) string {
	bytes := []byte(text)
	for at, letter := range bytes {
		if letter >= 'A' && letter <= 'Z' {
			bytes[at] = letter + 'a' - 'A'
		}
	}
	return string(bytes)
}

// HardwareComponents reads what this computer is made of, for the option Components, without administrator rights: machine,
// board, cpu and disk. What cannot be read is left out.
func HardwareComponents() map[string]string {
	read := map[string]string{"machine": readMachineID()}
	switch runtime.GOOS {
	case "windows":
		bios := `HARDWARE\DESCRIPTION\System\BIOS`
		read["board"] = joinedBoard(readRegistry(bios, "BaseBoardManufacturer"), readRegistry(bios, "BaseBoardProduct"),
			readRegistry(bios, "SystemProductName"))
		read["cpu"] = readRegistry(`HARDWARE\DESCRIPTION\System\CentralProcessor\0`, "ProcessorNameString")
		drive := os.Getenv("SystemDrive")
		if drive == "" {
			drive = "C:"
		}
		read["disk"] = readRegistry(`SYSTEM\MountedDevices`, `\DosDevices\`+drive)
	case "darwin":
		read["board"] = askProgram(`(.*)`, "/usr/sbin/sysctl", "-n", "hw.model")
		read["cpu"] = askProgram(`(.*)`, "/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string")
		read["disk"] = askProgram(`Volume UUID:(.*)`, "/usr/sbin/diskutil", "info", "/")
	default:
		dmi := "/sys/class/dmi/id/"
		read["board"] = joinedBoard(firstMachineID(dmi+"board_vendor"), firstMachineID(dmi+"board_name"),
			firstMachineID(dmi+"product_name"))
		cpu := regexp.MustCompile(`(?m)^model name[^:\n]*:(.*)$`).FindStringSubmatch(firstMachineID("/proc/cpuinfo"))
		if cpu != nil {
			read["cpu"] = cpu[1]
		}
		read["disk"] = askProgram(`(.*)`, "/usr/bin/findmnt", "-n", "-f", "-o", "UUID", "/")
	}
	for name, value := range read {
		if trimmedValue(value) == "" {
			delete(read, name)
		}
	}
	return read
}

// joinedBoard is empty where none of the values can be read.
func joinedBoard(values ...string) string {
	isEmpty := true
	for at, value := range values {
		values[at] = trimmedValue(value)
		isEmpty = isEmpty && values[at] == ""
	}
	if isEmpty {
		return ""
	}
	return strings.Join(values, "|")
}

// #endregion
