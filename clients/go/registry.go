//go:build !windows

package keywright

import (
	"os"
	"path/filepath"
)

// #region registry

// readRegistry gives a value of the registry of Windows, bytes as hexadecimal digits; empty where it cannot be read. One
// file for all systems has no calls that only Windows knows, so it asks a program; the package makes the calls there.
func readRegistry(key, name string) string {
	program := filepath.Join(os.Getenv("SystemRoot"), "System32", "reg.exe")
	return askProgram(`REG_(?:SZ|BINARY)[ \t]+(.*)`, program, "query", `HKLM\`+key, "/v", name, "/reg:64")
}

// #endregion
