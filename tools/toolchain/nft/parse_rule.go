// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/binary"
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// parseRule reads the statements of a rule, of which the last one may end the packet's way, and
// `comment "text"`.
func parseRule(w *words, cmd *command) {
	for len(cmd.rule) == 0 || w.peek().kind != end && w.peek().text != "comment" {
		if len(cmd.rule) > 0 && isFinal(cmd.rule[len(cmd.rule)-1]) {
			w.refuse(w.peek(), "expected nothing after what ends the packet's way")
		}
		cmd.rule = append(cmd.rule, parseStatement(w, cmd))
	}
	parseComment(w, cmd)
}

func isFinal(s statement) bool {
	switch s.(type) {
	case *verdict, reject, dnat, masquerade:
		return true
	}
	return false
}

func parseStatement(w *words, cmd *command) statement {
	if v := parseVerdict(w); v != nil {
		return v
	}
	start := w.name("a statement")
	switch start.text {
	case "reject":
		return reject{}
	case "masquerade":
		w.expect("fully-random")
		return masquerade{}
	case "dnat":
		return parseDnat(w, cmd)
	case "numgen":
		return parseLoadBalance(w)
	case "update":
		set, at := parseSetName(w)
		w.expect("{")
		f := parseField(w, w.next(), cmd)
		w.expect("}")
		return update{set, f, at}
	case "mark":
		return parseMark(w)
	case "iifname":
		return parseInterface(w)
	case "ct":
		w.expect("state", "new")
		// The bit of a new connection: enum nft_ct_state, NF_CT_STATE_BIT(IP_CT_NEW).
		return compare{fieldOf("ct state"), true, host32(0), host32(1 << 3)}
	case "fib":
		address := w.name("saddr or daddr")
		f := fieldOf("fib " + address.text + " type")
		if f == nil {
			w.refuse(address, "expected saddr or daddr")
		}
		w.expect("type", "local")
		return compare{f, false, host32(unix.RTN_LOCAL), nil}
	}
	return parseMatch(w, parseField(w, start, cmd), cmd)
}

// parseField reads one of fields, the first word of which is start, and refuses it in tables of a
// family that does not have it.
func parseField(w *words, start token, cmd *command) *field {
	name := start.text + " " + w.peek().text
	f := fieldOf(name)
	if f == nil || f.typ == nil || f.family != "" && f.family != cmd.family {
		w.refuse(start, "expected what kube-proxy uses in rules of family %s", cmd.family)
	}
	w.next()
	return f
}

// parseMatch reads what comes after a field.
func parseMatch(w *words, f *field, cmd *command) statement {
	if w.peek().text == "." || w.peek().text == "vmap" {
		keys := []*field{f}
		for w.take(".") {
			keys = append(keys, parseField(w, w.next(), cmd))
		}
		w.expect("vmap")
		set, at := parseSetName(w)
		return verdictMap{keys, set, at}
	}
	if strings.HasPrefix(w.peek().text, "@") {
		set, at := parseSetName(w)
		return inSet{f, set, at}
	}
	negated := w.take("!=")
	if f.typ != ipv4Addr && f.typ != ipv6Addr {
		at := w.name("a value")
		value, err := f.typ.parse(at.text)
		if err != nil {
			w.refuse(at, "%v", err)
		}
		return compare{f, negated, value, nil}
	}
	list := inList{field: f, negated: negated}
	if !w.take("{") {
		list.addPrefix(w)
	} else {
		list.addPrefix(w)
		for w.take(",") {
			list.addPrefix(w)
		}
		w.expect("}")
	}
	if len(list.prefixes) == 1 {
		// Like nft, which makes no set of one address.
		return comparePrefix(f, negated, list.prefixes[0])
	}
	return list
}

func parseVerdict(w *words) *verdict {
	switch kind := w.peek(); kind.text {
	case "drop", "return":
		w.next()
		return &verdict{kind: kind.text}
	case "jump", "goto":
		w.next()
		return &verdict{kind.text, w.name("the name of a chain").text}
	}
	return nil
}

func parseSetName(w *words) (string, token) {
	at := w.name("@ and the name of a set")
	name, found := strings.CutPrefix(at.text, "@")
	if !found || name == "" {
		w.refuse(at, "expected @ and the name of a set")
	}
	return name, at
}

// parseDnat reads `to 10.0.0.1:80`. Like nft it wants the rule to look at the protocol first, as
// only some have ports.
func parseDnat(w *words, cmd *command) statement {
	w.expect("to")
	at := w.name("an address and a port")
	to, err := netip.ParseAddrPort(at.text)
	if err != nil || to.Addr().Is4() != (cmd.family == "ip") || to.Addr().Zone() != "" {
		w.refuse(at, "expected an address of family %s and a port", cmd.family)
	}
	for _, s := range cmd.rule {
		if c, ok := s.(compare); ok && c.field.typ == inetProto {
			return dnat{to.Addr().AsSlice(), binary.BigEndian.AppendUint16(nil, to.Port())}
		}
	}
	w.refuse(at, "expected `meta l4proto` before a port")
	return nil
}

// parseLoadBalance reads `random mod 2 vmap { 0 : goto a , 1 : goto b }`.
func parseLoadBalance(w *words) statement {
	w.expect("random", "mod")
	balance := loadBalance{modulus: parseNumber(w)}
	w.expect("vmap", "{")
	for len(balance.verdicts) == 0 || w.take(",") {
		number := parseNumber(w)
		w.expect(":")
		v := parseVerdict(w)
		if v == nil {
			w.refuse(w.peek(), "expected a verdict")
		}
		balance.verdicts = append(balance.verdicts, numbered{number, *v})
	}
	w.expect("}")
	return balance
}

// parseMark reads `and MASK == VALUE`, `set mark or BITS` or `set mark xor BITS`.
func parseMark(w *words) statement {
	if w.take("and") {
		mask := parseNumber(w)
		w.expect("==")
		return compare{fieldOf("mark"), false, host32(parseNumber(w)), host32(mask)}
	}
	w.expect("set", "mark")
	operator := w.name("or or xor")
	if operator.text != "or" && operator.text != "xor" {
		w.refuse(operator, "expected or or xor")
	}
	return markSet{operator.text, parseNumber(w)}
}

// parseInterface reads `!= eth0`, or `veth*` for every name that begins so.
func parseInterface(w *words) statement {
	negated := w.take("!=")
	at := w.name("the name of an interface")
	name, isPrefix := strings.CutSuffix(at.text, "*")
	if name == "" || len(name) >= unix.IFNAMSIZ || strings.Contains(name, "*") {
		w.refuse(at, "expected the name of an interface")
	}
	value := []byte(name)
	if !isPrefix {
		value = append(value, make([]byte, unix.IFNAMSIZ-len(name))...)
	}
	return compare{fieldOf("iifname"), negated, value, nil}
}

func parseNumber(w *words) uint32 {
	at := w.name("a number")
	number, err := strconv.ParseUint(at.text, 0, 32)
	if err != nil {
		w.refuse(at, "expected a number")
	}
	return uint32(number)
}
