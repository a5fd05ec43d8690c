// SPDX-License-Identifier: Apache-2.0

package main

import (
	"net/netip"
	"strconv"
	"strings"
)

// addPrefix reads an address or a prefix of the field's family.
func (list *inList) addPrefix(w *words) {
	at := w.name("an address")
	text, bits, isRange := strings.Cut(at.text, "/")
	raw, err := list.field.typ.parse(text)
	if err != nil {
		w.refuse(at, "%v", err)
	}
	addr, _ := netip.AddrFromSlice(raw)
	length := addr.BitLen()
	if isRange {
		list.isRanges = true
		if length, err = strconv.Atoi(bits); err != nil || length < 0 || length > addr.BitLen() {
			w.refuse(at, "expected a prefix of at most %d bits", addr.BitLen())
		}
	}
	list.prefixes = append(list.prefixes, netip.PrefixFrom(addr, length).Masked())
}

// comparePrefix loads only the bytes that count when a prefix ends with one, like nft.
func comparePrefix(f *field, negated bool, prefix netip.Prefix) statement {
	value, bits := prefix.Addr().AsSlice(), prefix.Bits()
	if bits > 0 && bits%8 == 0 {
		return compare{f, negated, value[:bits/8], nil}
	}
	mask := make([]byte, len(value))
	for i := range bits {
		mask[i/8] |= 0x80 >> (i % 8)
	}
	return compare{f, negated, value, mask}
}
