// SPDX-License-Identifier: Apache-2.0

// Command kubelet-validate reads what a kubelet would be started with exactly as the kubelet does,
// and starts nothing. Its arguments are the kubelet's flags; its standard input is the file that
// --config would name.
//
// A kubelet that would start: exit code 0, and on standard output one JSON object, see settings. What
// the kubelet would only log is on standard error, one line each, after "warning: ".
//
// A kubelet that would end: exit code 1, and its reasons on standard error, one line each.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

func main() {
	file, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	read, warnings, err := readSettings(os.Args[1:], file)
	for _, warning := range warnings {
		fmt.Fprintln(os.Stderr, "warning:", oneLine(warning))
	}
	if err != nil {
		for _, problem := range problems(err) {
			fmt.Fprintln(os.Stderr, oneLine(problem))
		}
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(read); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// problems gives each of several errors that were reported as one.
func problems(err error) []error {
	var all utilerrors.Aggregate
	if errors.As(err, &all) {
		return all.Errors()
	}
	return []error{err}
}

// oneLine gives an error's text without line ends.
func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
