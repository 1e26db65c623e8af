module keywright.dev/client

go 1.19
