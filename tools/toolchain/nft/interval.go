// SPDX-License-Identifier: Apache-2.0

package main

import (
	"net/netip"
	"slices"
)

// span is the addresses from first to last.
type span struct{ first, last netip.Addr }

// merge makes one span of prefixes that overlap or touch, and sorts them (setelem_automerge,
// src/intervals.c, nftables 1.0.6).
func merge(prefixes []netip.Prefix) []span {
	sorted := slices.Clone(prefixes)
	slices.SortFunc(sorted, func(a, b netip.Prefix) int { return a.Addr().Compare(b.Addr()) })
	var spans []span
	for _, prefix := range sorted {
		next := span{prefix.Addr(), lastOf(prefix)}
		if len(spans) == 0 {
			spans = append(spans, next)
			continue
		}
		previous := &spans[len(spans)-1]
		after := previous.last.Next() // not valid after the last address of all
		if after.IsValid() && after.Less(next.first) {
			spans = append(spans, next)
		} else if previous.last.Less(next.last) {
			previous.last = next.last
		}
	}
	return spans
}

func lastOf(prefix netip.Prefix) netip.Addr {
	raw := prefix.Addr().AsSlice()
	for bit := prefix.Bits(); bit < len(raw)*8; bit++ {
		raw[bit/8] |= 0x80 >> (bit % 8)
	}
	addr, _ := netip.AddrFromSlice(raw)
	return addr
}

// bound is an element of a set of ranges: where a range starts, or the first address after it.
type bound struct {
	address netip.Addr
	isEnd   bool
	isOpen  bool // starts a range that reaches the last address of all, so that it has no end
}

// bounds turns spans into elements. The very first address is one of them, if only to say that it
// is in no range (set_to_intervals, src/intervals.c, nftables 1.0.6).
func bounds(spans []span) []bound {
	var found []bound
	lowest := netip.PrefixFrom(spans[0].first, 0).Masked().Addr()
	if spans[0].first != lowest {
		found = append(found, bound{address: lowest, isEnd: true})
	}
	for _, s := range spans {
		after := s.last.Next()
		found = append(found, bound{address: s.first, isOpen: !after.IsValid()})
		if after.IsValid() {
			found = append(found, bound{address: after, isEnd: true})
		}
	}
	return found
}
