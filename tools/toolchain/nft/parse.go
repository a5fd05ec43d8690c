// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strconv"
	"strings"
	"time"
)

// maxComment is how long a comment may be: NFTNL_UDATA_COMMENT_MAXLEN, nftables 1.0.6.
const maxComment = 128

// parse reads a whole input: one command per line, as knftables writes it.
func parse(input string) ([]command, error) {
	var commands []command
	for i, line := range strings.Split(input, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		cmd, err := parseLine(line)
		if err != nil {
			where := location{i + 1, err.first, err.last, line}
			return nil, failure{where, "syntax error, " + err.reason}
		}
		cmd.line = location{i + 1, 1, len(line), line}
		commands = append(commands, *cmd)
	}
	return commands, nil
}

func parseLine(line string) (cmd *command, failed *syntaxError) {
	tokens, err := tokenize(line)
	if e, ok := err.(syntaxError); ok {
		return nil, &e
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case syntaxError:
			cmd, failed = nil, &e
		default:
			panic(e)
		}
	}()
	w := &words{tokens: tokens}
	cmd = parseCommand(w)
	if t := w.peek(); t.kind != end {
		w.refuse(t, "expected the end of the line")
	}
	return cmd, nil
}

// The objects that each verb of kube-proxy is used with.
var verbs = map[string][]string{
	"add":    {"table", "chain", "rule", "set", "map", "element"},
	"delete": {"table", "chain", "set", "element"},
	"flush":  {"chain", "set", "map"},
}

func parseCommand(w *words) *command {
	verb := w.name("a command")
	kinds, known := verbs[verb.text]
	if !known {
		w.refuse(verb, "expected add, delete or flush")
	}
	kind := w.name("a kind of object")
	if !contains(kinds, kind.text) {
		w.refuse(kind, "expected %s after %s", strings.Join(kinds, ", "), verb.text)
	}
	family := w.name("a family")
	if family.text != "ip" && family.text != "ip6" {
		w.refuse(family, "expected ip or ip6")
	}
	cmd := &command{verb: verb.text, kind: kind.text, family: family.text}
	cmd.nameAt = w.name("the name of a table")
	cmd.table = cmd.nameAt.text
	if cmd.kind != "table" {
		cmd.nameAt = w.name("a name")
		cmd.name = cmd.nameAt.text
	}
	switch {
	case cmd.kind == "element":
		parseElement(w, cmd)
	case cmd.verb != "add":
	case cmd.kind == "rule":
		parseRule(w, cmd)
	case cmd.kind == "set", cmd.kind == "map":
		parseSet(w, cmd)
	case w.take("{"):
		if cmd.kind == "chain" && w.peek().text == "type" {
			cmd.hook = parseHook(w)
		}
		parseCommentLine(w, cmd)
		w.expect("}")
	}
	return cmd
}

// parseCommentLine reads `comment "text" ;` when it is there.
func parseCommentLine(w *words, cmd *command) {
	if parseComment(w, cmd); cmd.comment != "" {
		w.expect(";")
	}
}

func parseComment(w *words, cmd *command) {
	if !w.take("comment") {
		return
	}
	at := w.peek()
	cmd.comment = w.text("a comment")
	if len(cmd.comment) > maxComment {
		w.refuse(at, "expected at most %d bytes of comment", maxComment)
	}
}

// parseHook reads `type filter hook input priority -110 ;`. knftables turns names of priorities into
// numbers (objects.go, Chain.writeOperation).
func parseHook(w *words) *hook {
	w.expect("type")
	kind := w.name("the type of a chain")
	if kind.text != "filter" && kind.text != "nat" {
		w.refuse(kind, "expected filter or nat")
	}
	w.expect("hook")
	place := w.name("a hook")
	number, known := hookNumbers[place.text]
	if !known {
		w.refuse(place, "expected prerouting, input, forward, output or postrouting")
	}
	w.expect("priority")
	at := w.name("a priority")
	priority, err := strconv.ParseInt(at.text, 10, 32)
	if err != nil {
		w.refuse(at, "expected the number of a priority")
	}
	w.expect(";")
	return &hook{kind.text, number, int32(priority)}
}

// parseSet reads `{ type ipv4_addr ; flags dynamic,timeout ; timeout 10800s ; comment "text" ; }`, and
// of a map the type `ipv4_addr . inet_proto . inet_service : verdict`.
func parseSet(w *words, cmd *command) {
	cmd.set = &setType{isMap: cmd.kind == "map"}
	w.expect("{", "type")
	for {
		name := w.name("a type")
		part := findDatatype(name.text)
		if part == nil {
			w.refuse(name, "expected ipv4_addr, ipv6_addr, inet_proto or inet_service")
		}
		cmd.set.key = append(cmd.set.key, part)
		if !w.take(".") {
			break
		}
	}
	if cmd.set.isMap {
		w.expect(":", "verdict")
	}
	w.expect(";")
	if !cmd.set.isMap && w.take("flags") {
		w.expect("dynamic", ",", "timeout", ";", "timeout")
		cmd.set.dynamic = true
		cmd.set.timeout = parseSeconds(w)
		w.expect(";")
	}
	parseCommentLine(w, cmd)
	w.expect("}")
}

func parseSeconds(w *words) time.Duration {
	at := w.name("a time in seconds")
	seconds, err := strconv.ParseUint(strings.TrimSuffix(at.text, "s"), 10, 32)
	if err != nil || !strings.HasSuffix(at.text, "s") {
		w.refuse(at, "expected a time in seconds, such as 10800s")
	}
	return time.Duration(seconds) * time.Second
}

// parseElement reads `{ 10.96.0.1 . tcp . 443 comment "text" : goto chain }`. Only the set itself
// tells what its keys are, so they are compiled later.
func parseElement(w *words, cmd *command) {
	w.expect("{")
	for {
		cmd.keyText = append(cmd.keyText, w.name("the key of an element"))
		if !w.take(".") {
			break
		}
	}
	if cmd.verb == "add" {
		parseComment(w, cmd)
		if w.take(":") {
			cmd.verdict = parseVerdict(w)
			if cmd.verdict == nil {
				w.refuse(w.peek(), "expected a verdict")
			}
		}
	}
	w.expect("}")
}

func contains(list []string, wanted string) bool {
	for _, text := range list {
		if text == wanted {
			return true
		}
	}
	return false
}
