// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// The two codes of an ICMP and an ICMPv6 "port unreachable", the answer of a bare `reject`.
const (
	icmpPortUnreachable   = 3
	icmpv6PortUnreachable = 4
)

// Flags of nat and masq: linux/netfilter/nf_nat.h.
const (
	natPortSpecified = 1 << 1 // NF_NAT_RANGE_PROTO_SPECIFIED
	natFullyRandom   = 1 << 4 // NF_NAT_RANGE_PROTO_RANDOM_FULLY
)

// ruleCompiler turns the statements of one rule into expressions. What a rule lists in braces
// becomes a set of its own in the batch.
type ruleCompiler struct {
	batch *batch
	cmd   *command
	steps []expression
}

func (c *ruleCompiler) add(steps ...expression) { c.steps = append(c.steps, steps...) }

func (s compare) compileInto(c *ruleCompiler) {
	c.add(s.field.into(unix.NFT_REG_1, len(s.value)))
	if s.mask != nil {
		c.add(bitwise(s.mask, make([]byte, len(s.mask))))
	}
	c.add(compareWith(s.value, s.negated))
}

func (s inSet) compileInto(c *ruleCompiler) {
	set := c.batch.findSet(c.cmd, s.set, s.at, key{s.field.typ}, false)
	c.add(s.field.into(unix.NFT_REG_1, s.field.size), lookup(set, false, false))
}

func (s inList) compileInto(c *ruleCompiler) {
	set := c.batch.addList(c.cmd, s)
	c.add(s.field.into(unix.NFT_REG_1, s.field.size), lookup(set, false, s.negated))
}

func (s verdictMap) compileInto(c *ruleCompiler) {
	var types key
	offset := 0
	for _, f := range s.fields {
		types = append(types, f.typ)
		c.add(f.into(register(offset), f.size))
		offset += padded(f.size)
	}
	c.add(lookup(c.batch.findSet(c.cmd, s.set, s.at, types, true), true, false))
}

func (s loadBalance) compileInto(c *ruleCompiler) {
	set := c.batch.addChoices(c.cmd, s)
	c.add(newExpression("numgen").
		be32(unix.NFTA_NG_DREG, unix.NFT_REG_1).
		be32(unix.NFTA_NG_MODULUS, s.modulus).
		be32(unix.NFTA_NG_TYPE, unix.NFT_NG_RANDOM).
		be32(unix.NFTA_NG_OFFSET, 0))
	c.add(lookup(set, true, false))
}

func (s markSet) compileInto(c *ruleCompiler) {
	mask := bytes.Repeat([]byte{0xff}, 4)
	if s.operator == "or" {
		// Clears the bits and turns them around.
		mask = host32(^s.bits)
	}
	c.add(fieldOf("mark").into(unix.NFT_REG_1, 4), bitwise(mask, host32(s.bits)))
	c.add(newExpression("meta").
		be32(unix.NFTA_META_KEY, unix.NFT_META_MARK).
		be32(unix.NFTA_META_SREG, unix.NFT_REG_1))
}

func (s update) compileInto(c *ruleCompiler) {
	set := c.batch.findSet(c.cmd, s.set, s.at, key{s.field.typ}, false)
	e := newExpression("dynset").
		be32(unix.NFTA_DYNSET_SREG_KEY, unix.NFT_REG_1).
		be32(unix.NFTA_DYNSET_OP, unix.NFT_DYNSET_OP_UPDATE).
		text(unix.NFTA_DYNSET_SET_NAME, set.name)
	if set.id != 0 {
		e = e.be32(unix.NFTA_DYNSET_SET_ID, set.id)
	}
	c.add(s.field.into(unix.NFT_REG_1, s.field.size), e)
}

func (s dnat) compileInto(c *ruleCompiler) {
	c.add(immediate(0, s.address), immediate(16, s.port))
	c.add(newExpression("nat").
		be32(unix.NFTA_NAT_TYPE, unix.NFT_NAT_DNAT).
		be32(unix.NFTA_NAT_FAMILY, uint32(families[c.cmd.family])).
		be32(unix.NFTA_NAT_REG_ADDR_MIN, register(0)).
		be32(unix.NFTA_NAT_REG_PROTO_MIN, register(16)).
		be32(unix.NFTA_NAT_FLAGS, natPortSpecified))
}

func (masquerade) compileInto(c *ruleCompiler) {
	c.add(newExpression("masq").be32(unix.NFTA_MASQ_FLAGS, natFullyRandom))
}

func (reject) compileInto(c *ruleCompiler) {
	code := byte(icmpPortUnreachable)
	if c.cmd.family == "ip6" {
		code = icmpv6PortUnreachable
	}
	e := newExpression("reject").be32(unix.NFTA_REJECT_TYPE, unix.NFT_REJECT_ICMP_UNREACH)
	e.attributes = e.attributes.bytes(unix.NFTA_REJECT_ICMP_CODE, []byte{code})
	c.add(e)
}

func (v *verdict) compileInto(c *ruleCompiler) {
	e := newExpression("immediate").be32(unix.NFTA_IMMEDIATE_DREG, unix.NFT_REG_VERDICT)
	e.attributes = e.attributes.nest(unix.NFTA_IMMEDIATE_DATA, v.encode())
	c.add(e)
}
