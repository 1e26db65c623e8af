package keywright

import (
	"syscall"
	"unsafe"
)

// readRegistry gives the id of this installation of Windows.
func readRegistry() string {
	path, pathErr := syscall.UTF16PtrFromString(`SOFTWARE\Microsoft\Cryptography`)
	name, nameErr := syscall.UTF16PtrFromString("MachineGuid")
	if pathErr != nil || nameErr != nil {
		return ""
	}
	var key syscall.Handle
	// the view of 64 bits: a program of 32 bits finds nothing in its own
	access := uint32(syscall.KEY_READ | syscall.KEY_WOW64_64KEY)
	if syscall.RegOpenKeyEx(syscall.HKEY_LOCAL_MACHINE, path, 0, access, &key) != nil {
		return ""
	}
	defer syscall.RegCloseKey(key)
	var text [128]uint16
	var kind uint32
	size := uint32(unsafe.Sizeof(text))
	err := syscall.RegQueryValueEx(key, name, nil, &kind, (*byte)(unsafe.Pointer(&text[0])), &size)
	if err != nil || kind != syscall.REG_SZ {
		return ""
	}
	return syscall.UTF16ToString(text[:])
}
