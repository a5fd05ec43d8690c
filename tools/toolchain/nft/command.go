// SPDX-License-Identifier: Apache-2.0

package main

import (
	"net/netip"
	"time"
)

// command is one line of what knftables writes: a verb, a kind of object and the object.
type command struct {
	verb   string // add, delete or flush
	kind   string // table, chain, rule, set, map or element
	family string // ip or ip6
	table  string
	name   string // of the chain, set or map; the chain of a rule, the set of an element
	// nameAt is where the name is written; of a table, the table's name.
	nameAt  token
	comment string

	hook    *hook       // of a base chain
	set     *setType    // of a set or map that is added
	keyText []token     // of an element
	verdict *verdict    // of a map's element that is added
	rule    []statement // of a rule

	line location
}

// hook is where in the kernel a base chain is called.
type hook struct {
	chainType string // filter or nat
	number    uint32 // NF_INET_*
	priority  int32
}

// hookNumbers are of enum nf_inet_hooks, linux/netfilter.h.
var hookNumbers = map[string]uint32{
	"prerouting": 0, "input": 1, "forward": 2, "output": 3, "postrouting": 4,
}

// setType is what a set or a verdict map holds.
type setType struct {
	isMap   bool
	key     key
	dynamic bool // rules add elements
	timeout time.Duration
}

// verdict is where a packet goes.
type verdict struct {
	kind  string // drop, return, jump or goto
	chain string // of jump and goto
}

// statement is a part of a rule: it matches a packet, or does something with it.
type statement interface{ compileInto(*ruleCompiler) }

// compare holds the first bytes of a field against a value: `ip saddr != 10.0.0.0/8`, `ct state new`,
// `mark and 0x4000 == 0`. With a mask only its bits count.
type compare struct {
	field       *field
	negated     bool
	value, mask []byte
}

// inSet is `ip daddr @cluster-ips`.
type inSet struct {
	field *field
	set   string
	at    token
}

// inList is `ip saddr != { 10.0.0.0/8 , 192.0.2.1 }`.
type inList struct {
	field    *field
	negated  bool
	prefixes []netip.Prefix
	isRanges bool // one of them was written as a prefix, even if as one of a single address
}

// verdictMap looks a key up: `ip daddr . meta l4proto . th dport vmap @service-ips`.
type verdictMap struct {
	fields []*field
	set    string
	at     token
}

// loadBalance picks one of as many verdicts at random: `numgen random mod 2 vmap { ... }`.
type loadBalance struct {
	modulus  uint32
	verdicts []numbered
}

type numbered struct {
	number  uint32
	verdict verdict
}

// markSet is `mark set mark or BITS`, or `xor`.
type markSet struct {
	operator string
	bits     uint32
}

// update is `update @set { ip saddr }`: it adds the packet's address or renews its timeout.
type update struct {
	set   string
	field *field
	at    token
}

type (
	dnat       struct{ address, port []byte }
	masquerade struct{}
	reject     struct{}
)
