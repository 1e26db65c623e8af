package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"keywright.dev/client"
)

func main() {
	options := keywright.Options{Origin: "http://localhost:3000", APIKey: "YOUR_API_KEY", Version: "1.0.0", HWIDSalt: "keywright-app-0", PublicKeys: []string{"YOUR_PUBLIC_KEY", "YOUR_NEXT_PUBLIC_KEY"}}
	client, err := keywright.New(options)
	if err != nil {
		panic(err)
	}
	user := client.Login(context.Background(), os.Args[1], os.Args[2])
	fmt.Println(keywright.Explain(user, "Login failed").Text)
	if user.OK {
		client.Monitor(keywright.Events{Lost: func(last keywright.Result) { fmt.Println(last.Message) }})
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	client.Logout()
}
