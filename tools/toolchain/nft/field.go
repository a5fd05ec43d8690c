// SPDX-License-Identifier: Apache-2.0

package main

import "golang.org/x/sys/unix"

// field is a property of a packet that kube-proxy looks at.
type field struct {
	name string
	// family is the only one in whose tables the field exists, or empty.
	family string
	typ    *datatype // of what @sets and literals hold; nil where kube-proxy uses neither
	size   int       // bytes
	load   func(f *field, register uint32, size int) expression
	// What load needs: a header and an offset into it, or the key of a meta, ct or fib expression.
	base, offset uint32
}

// fields has every field in the rules of kube-proxy, with the offsets of the headers' RFCs (791,
// 8200, 9293) and the numbers of linux/netfilter/nf_tables.h.
var fields = []*field{
	{"ip saddr", "ip", ipv4Addr, 4, loadPayload, unix.NFT_PAYLOAD_NETWORK_HEADER, 12},
	{"ip daddr", "ip", ipv4Addr, 4, loadPayload, unix.NFT_PAYLOAD_NETWORK_HEADER, 16},
	{"ip6 saddr", "ip6", ipv6Addr, 16, loadPayload, unix.NFT_PAYLOAD_NETWORK_HEADER, 8},
	{"ip6 daddr", "ip6", ipv6Addr, 16, loadPayload, unix.NFT_PAYLOAD_NETWORK_HEADER, 24},
	{"th dport", "", inetService, 2, loadPayload, unix.NFT_PAYLOAD_TRANSPORT_HEADER, 2},
	{"meta l4proto", "", inetProto, 1, loadMeta, unix.NFT_META_L4PROTO, 0},
	{"iifname", "", nil, unix.IFNAMSIZ, loadMeta, unix.NFT_META_IIFNAME, 0},
	{"mark", "", nil, 4, loadMeta, unix.NFT_META_MARK, 0},
	{"ct state", "", nil, 4, loadConntrack, unix.NFT_CT_STATE, 0},
	{"fib saddr type", "", nil, 4, loadRouteType, unix.NFTA_FIB_F_SADDR, 0},
	{"fib daddr type", "", nil, 4, loadRouteType, unix.NFTA_FIB_F_DADDR, 0},
}

func fieldOf(name string) *field {
	for _, f := range fields {
		if f.name == name {
			return f
		}
	}
	return nil
}

// into loads the field's first bytes.
func (f *field) into(register uint32, size int) expression { return f.load(f, register, size) }

func loadPayload(f *field, register uint32, size int) expression {
	return newExpression("payload").
		be32(unix.NFTA_PAYLOAD_DREG, register).
		be32(unix.NFTA_PAYLOAD_BASE, f.base).
		be32(unix.NFTA_PAYLOAD_OFFSET, f.offset).
		be32(unix.NFTA_PAYLOAD_LEN, uint32(size))
}

func loadMeta(f *field, register uint32, _ int) expression {
	return newExpression("meta").
		be32(unix.NFTA_META_KEY, f.base).
		be32(unix.NFTA_META_DREG, register)
}

func loadConntrack(f *field, register uint32, _ int) expression {
	return newExpression("ct").
		be32(unix.NFTA_CT_KEY, f.base).
		be32(unix.NFTA_CT_DREG, register)
}

func loadRouteType(f *field, register uint32, _ int) expression {
	return newExpression("fib").
		be32(unix.NFTA_FIB_FLAGS, f.base).
		be32(unix.NFTA_FIB_RESULT, unix.NFT_FIB_RESULT_ADDRTYPE).
		be32(unix.NFTA_FIB_DREG, register)
}
