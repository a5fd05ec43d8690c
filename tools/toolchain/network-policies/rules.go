// SPDX-License-Identifier: Apache-2.0

package main

import (
	"net"
	"net/netip"

	"github.com/google/nftables"
	"github.com/google/nftables/binaryutil"
	"github.com/google/nftables/expr"
	"github.com/google/nftables/xt"
	"golang.org/x/sys/unix"
)

// Numbers of ICMPv6 messages that find neighbours and routers (RFC 4861, section 4).
const (
	firstNeighbourMessage = 133
	lastNeighbourMessage  = 137
)

// rules writes the rules of one table.
type rules struct {
	conn     *nftables.Conn
	table    *nftables.Table
	known    *nftables.Set
	pods     []netip.Prefix
	steering expr.Any
}

func (r rules) addSenders() {
	chain := r.chain("senders", nftables.ChainHookPrerouting, nftables.ChainPriorityRaw)
	r.rule(chain, fromLoopback(), accept())
	// fib saddr . iif oif missing drop
	r.rule(chain, []expr.Any{
		&expr.Fib{Register: 1, FlagSADDR: true, FlagIIF: true, ResultOIF: true},
		&expr.Cmp{Op: expr.CmpOpEq, Register: 1, Data: []byte{0, 0, 0, 0}},
	}, drop())
}

func (r rules) addForward() {
	chain := r.chain("forward", nftables.ChainHookForward, nftables.ChainPriorityFilter)
	r.rule(chain, ofKnownConnection(), accept())
	r.dropUnknown(chain)
	r.rule(chain, nil, r.steering)
}

func (r rules) addInput() {
	chain := r.chain("input", nftables.ChainHookInput, nftables.ChainPriorityFilter)
	r.rule(chain, fromLoopback(), accept())
	r.rule(chain, ofKnownConnection(), accept())
	if r.isIPv6() {
		r.rule(chain, neighbourMessage(), accept())
		// A link-local address belongs to no pod, so no policy would cover it.
		r.rule(chain, r.sender(netip.MustParsePrefix("fe80::/10")), drop())
	}
	r.dropUnknown(chain)
	r.rule(chain, nil, r.steering)
}

// dropUnknown drops packets whose sender or receiver is in the pods' range and not yet, or no
// longer, known to the controller: it would take them for somebody outside the cluster.
func (r rules) dropUnknown(chain *nftables.Chain) {
	for _, prefix := range r.pods {
		if prefix.Addr().Is6() != r.isIPv6() {
			continue
		}
		r.rule(chain, append(r.sender(prefix), r.isUnknown()), drop())
		r.rule(chain, append(r.receiver(prefix), r.isUnknown()), drop())
	}
}

func (r rules) chain(name string, hook *nftables.ChainHook, priority *nftables.ChainPriority) *nftables.Chain {
	return r.conn.AddChain(&nftables.Chain{
		Name:     name,
		Table:    r.table,
		Type:     nftables.ChainTypeFilter,
		Hooknum:  hook,
		Priority: priority,
	})
}

func (r rules) rule(chain *nftables.Chain, match []expr.Any, then ...expr.Any) {
	r.conn.AddRule(&nftables.Rule{
		Table: r.table,
		Chain: chain,
		Exprs: append(append([]expr.Any{}, match...), then...),
	})
}

func (r rules) isIPv6() bool { return r.table.Family == nftables.TableFamilyIPv6 }

// sender matches a range of sender addresses; the address is then in register 2.
func (r rules) sender(prefix netip.Prefix) []expr.Any {
	if r.isIPv6() {
		return inPrefix(prefix, 8)
	}
	return inPrefix(prefix, 12)
}

// receiver matches a range of receiver addresses; the address is then in register 2.
func (r rules) receiver(prefix netip.Prefix) []expr.Any {
	if r.isIPv6() {
		return inPrefix(prefix, 24)
	}
	return inPrefix(prefix, 16)
}

// isUnknown matches when the address in register 2 is not in the set of known ones.
func (r rules) isUnknown() expr.Any {
	return &expr.Lookup{SourceRegister: 2, SetName: r.known.Name, SetID: r.known.ID, Invert: true}
}

// inPrefix matches an address of the network header, which starts at offset (bytes), against a range.
func inPrefix(prefix netip.Prefix, offset uint32) []expr.Any {
	size := uint32(prefix.Addr().BitLen() / 8)
	mask := net.CIDRMask(prefix.Bits(), prefix.Addr().BitLen())
	return []expr.Any{
		&expr.Payload{DestRegister: 2, Base: expr.PayloadBaseNetworkHeader, Offset: offset, Len: size},
		&expr.Bitwise{SourceRegister: 2, DestRegister: 1, Len: size, Mask: mask, Xor: make([]byte, size)},
		&expr.Cmp{Op: expr.CmpOpEq, Register: 1, Data: prefix.Addr().AsSlice()},
	}
}

func fromLoopback() []expr.Any {
	return []expr.Any{
		&expr.Meta{Key: expr.MetaKeyIIFNAME, Register: 1},
		&expr.Cmp{Op: expr.CmpOpEq, Register: 1, Data: []byte("lo\x00")},
	}
}

// ofKnownConnection is "ct state established,related".
func ofKnownConnection() []expr.Any {
	states := binaryutil.NativeEndian.PutUint32(expr.CtStateBitESTABLISHED | expr.CtStateBitRELATED)
	none := []byte{0, 0, 0, 0}
	return []expr.Any{
		&expr.Ct{Register: 1, Key: expr.CtKeySTATE},
		&expr.Bitwise{SourceRegister: 1, DestRegister: 1, Len: 4, Mask: states, Xor: none},
		&expr.Cmp{Op: expr.CmpOpNeq, Register: 1, Data: none},
	}
}

func neighbourMessage() []expr.Any {
	return []expr.Any{
		&expr.Meta{Key: expr.MetaKeyL4PROTO, Register: 1},
		&expr.Cmp{Op: expr.CmpOpEq, Register: 1, Data: []byte{unix.IPPROTO_ICMPV6}},
		&expr.Payload{DestRegister: 1, Base: expr.PayloadBaseTransportHeader, Offset: 0, Len: 1},
		&expr.Range{
			Op:       expr.CmpOpEq,
			Register: 1,
			FromData: []byte{firstNeighbourMessage},
			ToData:   []byte{lastNeighbourMessage},
		},
	}
}

func accept() expr.Any { return &expr.Verdict{Kind: expr.VerdictAccept} }
func drop() expr.Any   { return &expr.Verdict{Kind: expr.VerdictDrop} }

// nativeQueue is nftables' own expression, which not every kernel has.
func nativeQueue(number uint16) expr.Any { return &expr.Queue{Num: number, Total: 1} }

// compatibleQueue is iptables' target NFQUEUE, as iptables-nft writes it: struct xt_NFQ_info of
// include/uapi/linux/netfilter/xt_NFQUEUE.h, filled up to eight bytes.
func compatibleQueue(number uint16) expr.Any {
	info := xt.Unknown(append(binaryutil.NativeEndian.PutUint16(number), 0, 0, 0, 0, 0, 0))
	return &expr.Target{Name: "NFQUEUE", Rev: 0, Info: &info}
}
