package keywright

import (
	"encoding/hex"
	"syscall"
	"unsafe"
)

// readRegistry gives a value of the registry of Windows, bytes as hexadecimal digits; empty where it cannot be read.
func readRegistry(key, name string) string {
	path, pathErr := syscall.UTF16PtrFromString(key)
	value, valueErr := syscall.UTF16PtrFromString(name)
	if pathErr != nil || valueErr != nil {
		return ""
	}
	var opened syscall.Handle
	// the view of 64 bits: a program of 32 bits finds nothing in its own
	access := uint32(syscall.KEY_READ | syscall.KEY_WOW64_64KEY)
	if syscall.RegOpenKeyEx(syscall.HKEY_LOCAL_MACHINE, path, 0, access, &opened) != nil {
		return ""
	}
	defer syscall.RegCloseKey(opened)
	var text [1024]uint16
	var kind uint32
	size := uint32(unsafe.Sizeof(text))
	into := (*byte)(unsafe.Pointer(&text[0]))
	if syscall.RegQueryValueEx(opened, value, nil, &kind, into, &size) != nil {
		return ""
	}
	switch kind {
	case syscall.REG_SZ:
		return syscall.UTF16ToString(text[:])
	case syscall.REG_BINARY:
		return hex.EncodeToString((*[2048]byte)(unsafe.Pointer(&text))[:size])
	}
	return ""
}
