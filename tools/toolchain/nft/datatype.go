// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// datatype is what one part of a key holds. The numbers are nft's own (include/datatype.h, enum
// datatypes, nftables 1.0.6): the kernel keeps them for whoever lists the set.
type datatype struct {
	name   string
	id     uint32
	size   int // bytes
	parse  func(string) ([]byte, error)
	format func([]byte) any // as JSON has it
}

var datatypes = []datatype{
	{"ipv4_addr", 7, 4, addressParser("IPv4", netip.Addr.Is4), formatAddress},
	{"ipv6_addr", 8, 16, addressParser("IPv6", netip.Addr.Is6), formatAddress},
	{"inet_proto", 12, 1, parseProtocol, formatProtocol},
	{"inet_service", 13, 2, parsePort, func(raw []byte) any { return binary.BigEndian.Uint16(raw) }},
}

var (
	ipv4Addr, ipv6Addr     = &datatypes[0], &datatypes[1]
	inetProto, inetService = &datatypes[2], &datatypes[3]
)

// The transport protocols of a Service (k8s.io/api/core/v1, Protocol), by their IP numbers.
var protocols = map[string]byte{"tcp": 6, "udp": 17, "sctp": 132}

func findDatatype(name string) *datatype {
	for i := range datatypes {
		if datatypes[i].name == name {
			return &datatypes[i]
		}
	}
	return nil
}

// key is the type of a set's elements: one datatype, or several one after the other.
type key []*datatype

func (k key) String() string {
	names := make([]string, len(k))
	for i, part := range k {
		names[i] = part.name
	}
	return strings.Join(names, " . ")
}

// number is how nft tells the kernel about the key: six bits per part.
func (k key) number() uint32 {
	var id uint32
	for _, part := range k {
		id = id<<6 | part.id
	}
	return id
}

// keyOf is the inverse of number. It answers nil for a type that is not among those above.
func keyOf(number uint32) key {
	var parts key
	for ; number != 0; number >>= 6 {
		var found *datatype
		for i := range datatypes {
			if datatypes[i].id == number&0x3f {
				found = &datatypes[i]
			}
		}
		if found == nil {
			return nil
		}
		parts = append(key{found}, parts...)
	}
	return parts
}

// padded is the room of one part in a key: registers have four bytes. A key of one part has none
// to spare.
func padded(size int) int { return (size + 3) &^ 3 }

func (k key) size() int {
	if len(k) == 1 {
		return k[0].size
	}
	total := 0
	for _, part := range k {
		total += padded(part.size)
	}
	return total
}

// format turns an element's key into what JSON has for it.
func (k key) format(raw []byte) any {
	if len(k) == 1 {
		return k[0].format(raw)
	}
	parts := make([]any, len(k))
	for i, part := range k {
		parts[i] = part.format(raw[:part.size])
		raw = raw[padded(part.size):]
	}
	return map[string]any{"concat": parts}
}

func addressParser(name string, is func(netip.Addr) bool) func(string) ([]byte, error) {
	return func(text string) ([]byte, error) {
		addr, err := netip.ParseAddr(text)
		if err != nil || !is(addr) || addr.Zone() != "" {
			return nil, fmt.Errorf("%q is no %s address", text, name)
		}
		return addr.AsSlice(), nil
	}
}

func formatAddress(raw []byte) any {
	addr, _ := netip.AddrFromSlice(raw)
	return addr.String()
}

func parseProtocol(text string) ([]byte, error) {
	number, found := protocols[text]
	if !found {
		return nil, fmt.Errorf("%q is none of tcp, udp and sctp", text)
	}
	return []byte{number}, nil
}

func formatProtocol(raw []byte) any {
	for name, number := range protocols {
		if number == raw[0] {
			return name
		}
	}
	return raw[0]
}

func parsePort(text string) ([]byte, error) {
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("%q is no port", text)
	}
	return binary.BigEndian.AppendUint16(nil, uint16(port)), nil
}
