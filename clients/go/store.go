package keywright

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// #region store

const maxStateBytes = 16 * 1024

var stateForm = regexp.MustCompile(`^keywright-state-1\n([0-9]{1,15})\n([A-Za-z0-9_-]*)\n([A-Za-z0-9_-]*)\n` +
	`([0-9]{1,12})\n([0-9]{1,12})\n([A-Za-z0-9_.-]+)\n([0-9a-f]{64})\n$`)

// defaultFolder is where this system keeps what a program remembers of its user; empty for a user without a home.
func defaultFolder(salt string) string {
	home, err := os.UserHomeDir()
	base := filepath.Join(home, ".local", "state")
	named := os.Getenv("XDG_STATE_HOME")
	switch runtime.GOOS {
	case "windows":
		base, named = filepath.Join(home, "AppData", "Local"), os.Getenv("LOCALAPPDATA")
	case "darwin":
		base, named = filepath.Join(home, "Library", "Application Support"), ""
	}
	if named != "" {
		base = named
	} else if err != nil {
		return ""
	}
	return filepath.Join(base, "Keywright", regexp.MustCompile(`[^A-Za-z0-9_-]`).ReplaceAllString(salt, "_"))
}

// stateFile holds what a start without the server needs, in a file of the user: who it is, the lease, and the latest
// time that is known.
//
// Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
// another computer, are noticed. Without a folder it is kept in memory, so it ends with the program.
type stateFile struct {
	folder string
	key    []byte
	memory []byte
	nonce  string
}

// signIn is what the state holds. One that is not the computer's own was changed, or written on another computer: then
// it has the lease alone.
type signIn struct {
	isOwn                bool
	userID               int64
	username, licenseKey string
	mark, seen           float64 // in unix seconds
	lease                string
}

func openState(salt, folder string) *stateFile {
	return &stateFile{folder: folder, key: macOf([]byte("state-v1:"+salt), normalizedID(readMachineID()))}
}

// read gives nil where there is no state.
func (s *stateFile) read() *signIn {
	data := s.memory
	if s.folder != "" {
		data = readSome(filepath.Join(s.folder, "state"))
	}
	if len(data) == 0 {
		return nil
	}
	text := string(data)
	found := stateForm.FindStringSubmatch(text)
	if found == nil {
		lines := append(strings.Split(text, "\n"), make([]string, 7)...)
		return &signIn{lease: lines[6]}
	}
	return &signIn{
		isOwn:      hmac.Equal([]byte(found[7]), []byte(s.macOf(text[:len(text)-66]))),
		userID:     wholeNumber(found[1]),
		username:   string(fromBase64URL(found[2])),
		licenseKey: string(fromBase64URL(found[3])),
		mark:       float64(wholeNumber(found[4])),
		seen:       float64(wholeNumber(found[5])),
		lease:      found[6],
	}
}

// readSome gives nothing of a file that cannot be read. One that is too large for a state is none.
func readSome(path string) []byte {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxStateBytes+1))
	if err != nil {
		return nil
	}
	if len(data) > maxStateBytes {
		return []byte("-")
	}
	return data
}

// write goes by a file of another name: a crash leaves the old state or the new one. Without room for it there is none.
func (s *stateFile) write(of signIn) {
	name := base64.RawURLEncoding.EncodeToString([]byte(of.username))
	key := base64.RawURLEncoding.EncodeToString([]byte(of.licenseKey))
	mark, seen := int64(of.mark), int64(math.Ceil(of.seen))
	text := fmt.Sprintf("keywright-state-1\n%d\n%s\n%s\n%d\n%d\n%s", of.userID, name, key, mark, seen, of.lease)
	data := []byte(text + "\n" + s.macOf(text) + "\n")
	if len(data) > maxStateBytes {
		return
	}
	s.memory = data
	if s.folder == "" || os.MkdirAll(s.folder, 0o700) != nil {
		return
	}
	next := filepath.Join(s.folder, fmt.Sprintf("state.%d", os.Getpid()))
	if os.WriteFile(next, data, 0o600) == nil {
		_ = os.Rename(next, filepath.Join(s.folder, "state"))
	}
}

func (s *stateFile) remove() {
	s.memory = nil
	if s.folder != "" {
		_ = os.Remove(filepath.Join(s.folder, "state"))
	}
}

// requested is the nonce of the last request for an offline file: no other file is taken. It is no secret.
func (s *stateFile) requested() string {
	if s.folder == "" {
		return s.nonce
	}
	return string(readSome(filepath.Join(s.folder, "request")))
}

func (s *stateFile) keepRequested(nonce string) error {
	s.nonce = nonce
	if s.folder == "" {
		return nil
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.folder, "request"), []byte(nonce), 0o600)
}

func (s *stateFile) macOf(text string) string {
	return hex.EncodeToString(macOf(s.key, text))
}

// #endregion
