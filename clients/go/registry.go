//go:build !windows

package keywright

import (
	"os"
	"path/filepath"
)

// #region registry

// readRegistry gives the id of this installation of Windows. One file for all systems has no calls that only Windows
// knows, so it asks a program; the package makes the calls there.
func readRegistry() string {
	program := filepath.Join(os.Getenv("SystemRoot"), "System32", "reg.exe")
	key := `HKLM\SOFTWARE\Microsoft\Cryptography`
	return askProgram(`REG_SZ\s+(\S+)`, program, "query", key, "/v", "MachineGuid", "/reg:64")
}

// #endregion
