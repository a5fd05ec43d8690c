// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strings"
)

// location is a place in the input. Lines and columns start at 1.
type location struct {
	line, first, last int
	text              string
}

// failure is an error of one line, in the form of nft's: `/dev/stdin:3:5-9: Error: reason`, the line,
// and a mark under the place. knftables looks in the first line for "No such file or directory"
// and "File exists" (error.go, wrapError).
type failure struct {
	where  location
	reason string
}

func (f failure) Error() string {
	w := f.where
	mark := strings.Repeat(" ", w.first-1) + strings.Repeat("^", max(1, w.last-w.first+1))
	return fmt.Sprintf("/dev/stdin:%d:%d-%d: Error: %s\n%s\n%s", w.line, w.first, w.last, f.reason, w.text, mark)
}

const noSuchFile = "No such file or directory"

// fail ends the compilation at a place of this command's line; compile returns the error.
func (cmd *command) fail(at token, format string, args ...any) {
	where := cmd.line
	where.first, where.last = at.first, at.last
	panic(failure{where, fmt.Sprintf(format, args...)})
}
