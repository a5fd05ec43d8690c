// SPDX-License-Identifier: Apache-2.0

// Command nft does for kube-proxy what it uses nft of nftables for, and nothing else: it reads the
// commands that knftables writes and programs nf_tables of the network namespace that it runs in.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// The release of nftables that this is tested to agree with. knftables wants 1.0.1 or newer
// (nftables.go, newInternal).
const (
	version     = "1.0.6"
	releaseName = "Strata, for kube-proxy only"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run knows the command lines of knftables v0.0.17 and v0.0.21 (nftables.go).
func run(args []string, input io.Reader, output io.Writer) error {
	switch line := strings.Join(args, " "); {
	case line == "--version":
		_, err := fmt.Fprintf(output, "nftables v%s (%s)\n", version, releaseName)
		return err
	case line == "-f -", line == "--check -f -":
		return load(input, args[0] == "--check")
	case len(args) > 2 && args[0] == "--json" && args[1] == "list":
		return list(args[2:], false, output)
	case len(args) > 3 && args[0] == "--json" && args[1] == "--terse" && args[2] == "list":
		return list(args[3:], true, output)
	}
	return refusal(args)
}

func refusal(args []string) error {
	return fmt.Errorf("Error: nft of Strata has only what kube-proxy uses, which is not `nft %s`", strings.Join(args, " "))
}

func load(input io.Reader, isCheck bool) error {
	text, err := io.ReadAll(input)
	if err != nil {
		return err
	}
	commands, err := parse(string(text))
	if err != nil {
		return err
	}
	kernel, err := openSocket()
	if err != nil {
		return err
	}
	compiled, err := compile(commands, newKnownSets(kernel.setTypes))
	if err != nil {
		return err
	}
	return kernel.apply(compiled, isCheck)
}

// list answers `list <objects> <family> [<table> [<name>]]` in JSON.
func list(args []string, isTerse bool, output io.Writer) error {
	kernel, err := openSocket()
	if err != nil {
		return err
	}
	family := args[min(1, len(args)-1)]
	if _, known := families[family]; !known {
		return refusal(append([]string{"--json", "list"}, args...))
	}
	var objects []object
	switch {
	case args[0] == "chains" && len(args) == 2:
		objects, err = kernel.listChains(family, "")
	case args[0] == "sets" && len(args) == 2:
		objects, err = kernel.listSets(family, "", "", isTerse)
	case args[0] == "table" && len(args) == 3 && isTerse:
		objects, err = kernel.listTable(family, args[2])
	case (args[0] == "set" || args[0] == "map") && len(args) == 4:
		objects, err = kernel.listSet(args[0], family, args[2], args[3], isTerse)
	default:
		return refusal(append([]string{"--json", "list"}, args...))
	}
	if err != nil {
		where := "list " + strings.Join(args, " ")
		mark := strings.LastIndexByte(where, ' ') + 1
		return errors.New("Error: " + reasonOf(err) + "\n" + where + "\n" +
			strings.Repeat(" ", mark) + strings.Repeat("^", len(where)-mark))
	}
	return writeJSON(output, objects)
}
