// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// attributes is a row of netlink attributes: each a length and a type in the machine's byte order,
// and a value padded to four bytes. Numbers in the values of nf_tables are big-endian.
type attributes []byte

func (a attributes) bytes(kind uint16, value []byte) attributes {
	a = binary.NativeEndian.AppendUint16(a, uint16(unix.SizeofNlAttr+len(value)))
	a = binary.NativeEndian.AppendUint16(a, kind)
	a = append(a, value...)
	return append(a, make([]byte, padded(len(value))-len(value))...)
}

func (a attributes) text(kind uint16, value string) attributes {
	return a.bytes(kind, append([]byte(value), 0))
}

func (a attributes) be32(kind uint16, value uint32) attributes {
	return a.bytes(kind, binary.BigEndian.AppendUint32(nil, value))
}

func (a attributes) be64(kind uint16, value uint64) attributes {
	return a.bytes(kind, binary.BigEndian.AppendUint64(nil, value))
}

func (a attributes) nest(kind uint16, inner attributes) attributes {
	return a.bytes(kind|unix.NLA_F_NESTED, inner)
}

// each calls visit with every attribute in raw, until the row ends or is cut off.
func each(raw []byte, visit func(kind uint16, value []byte)) {
	for len(raw) >= unix.SizeofNlAttr {
		length := int(binary.NativeEndian.Uint16(raw))
		if length < unix.SizeofNlAttr || length > len(raw) {
			return
		}
		visit(binary.NativeEndian.Uint16(raw[2:])&^(unix.NLA_F_NESTED|unix.NLA_F_NET_BYTEORDER), raw[unix.SizeofNlAttr:length])
		raw = raw[min(padded(length), len(raw)):]
	}
}

// read is a message's attributes by their types.
type read map[uint16][]byte

func readAttributes(raw []byte) read {
	found := read{}
	each(raw, func(kind uint16, value []byte) { found[kind] = value })
	return found
}

func (r read) inside(kind uint16) read { return readAttributes(r[kind]) }

func (r read) text(kind uint16) string {
	value := r[kind]
	for i, c := range value {
		if c == 0 {
			return string(value[:i])
		}
	}
	return string(value)
}

func (r read) be32(kind uint16) uint32 {
	if value := r[kind]; len(value) == 4 {
		return binary.BigEndian.Uint32(value)
	}
	return 0
}

func (r read) be64(kind uint16) uint64 {
	if value := r[kind]; len(value) == 8 {
		return binary.BigEndian.Uint64(value)
	}
	return 0
}

// What programs keep in the kernel beside an object, such as its comment, is a row of a type and
// a length of one byte each and a value: libnftnl 1.2, include/libnftnl/udata.h. A type's number
// depends on the object.
const (
	commentOfObject    = 0 // of a table, a chain, a rule and an element
	keyByteOrderOfSet  = 0
	dataByteOrderOfSet = 1
	mergedRangesOfSet  = 2
	commentOfSet       = 7
	flagsOfElement     = 1
)

// openRange marks an element as the start of a range without an end: enum set_elem_flags,
// include/rule.h, nftables 1.0.6.
const openRange = 1

type userData []byte

func (u userData) bytes(kind byte, value []byte) userData {
	return append(append(u, kind, byte(len(value))), value...)
}

func (u userData) host32(kind byte, value uint32) userData { return u.bytes(kind, host32(value)) }

// text adds a comment, if there is one.
func (u userData) text(kind byte, value string) userData {
	if value == "" {
		return u
	}
	return u.bytes(kind, append([]byte(value), 0))
}

func readComment(raw []byte, wanted byte) string {
	for len(raw) >= 2 && len(raw) >= 2+int(raw[1]) {
		kind, value := raw[0], raw[2:2+int(raw[1])]
		if kind == wanted && len(value) > 0 {
			return string(value[:len(value)-1])
		}
		raw = raw[2+len(value):]
	}
	return ""
}

// host32 is for what the kernel compares as it has it in a register.
func host32(value uint32) []byte { return binary.NativeEndian.AppendUint32(nil, value) }
