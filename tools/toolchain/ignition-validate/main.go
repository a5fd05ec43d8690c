// SPDX-License-Identifier: Apache-2.0

// Command ignition-validate reads an Ignition config of any 3.x specification from its standard
// input exactly as Ignition does. It prints what Ignition finds in it, warnings too, each on a line of
// its own, and exits with 1 if Ignition would refuse it.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/coreos/ignition/v2/config"
)

func main() {
	raw, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	_, report, err := config.Parse(raw)
	for _, entry := range report.Entries {
		fmt.Println(entry.String())
	}
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}
