// SPDX-License-Identifier: Apache-2.0

package main

import "golang.org/x/sys/unix"

// expression is one step of a rule in the kernel. Steps work on registers: the verdict register 0,
// and 64 bytes that others share.
type expression struct {
	name       string
	attributes attributes
}

func newExpression(name string) expression { return expression{name: name} }

func (e expression) be32(kind uint16, value uint32) expression {
	e.attributes = e.attributes.be32(kind, value)
	return e
}

func (e expression) text(kind uint16, value string) expression {
	e.attributes = e.attributes.text(kind, value)
	return e
}

// data adds a value in the form that cmp, bitwise and immediate have it.
func (e expression) data(kind uint16, value []byte) expression {
	e.attributes = e.attributes.nest(kind, attributes{}.bytes(unix.NFTA_DATA_VALUE, value))
	return e
}

func (e expression) encode() attributes {
	return attributes{}.text(unix.NFTA_EXPR_NAME, e.name).nest(unix.NFTA_EXPR_DATA, e.attributes)
}

// register is the number of the register that starts so many bytes into the shared ones. There are
// two sets of numbers: of 16 bytes each, and of four.
func register(offset int) uint32 {
	if offset%16 == 0 {
		return unix.NFT_REG_1 + uint32(offset/16)
	}
	return unix.NFT_REG32_00 + uint32(offset/4)
}

func compareWith(value []byte, negated bool) expression {
	operator := uint32(unix.NFT_CMP_EQ)
	if negated {
		operator = unix.NFT_CMP_NEQ
	}
	return newExpression("cmp").
		be32(unix.NFTA_CMP_SREG, unix.NFT_REG_1).
		be32(unix.NFTA_CMP_OP, operator).
		data(unix.NFTA_CMP_DATA, value)
}

// bitwise keeps the bits of a mask in the first register and turns those of xor around.
func bitwise(mask, xor []byte) expression {
	return newExpression("bitwise").
		be32(unix.NFTA_BITWISE_SREG, unix.NFT_REG_1).
		be32(unix.NFTA_BITWISE_DREG, unix.NFT_REG_1).
		be32(unix.NFTA_BITWISE_LEN, uint32(len(mask))).
		data(unix.NFTA_BITWISE_MASK, mask).
		data(unix.NFTA_BITWISE_XOR, xor)
}

// lookup asks a set, or a map that yields a verdict, for what is in the first register.
func lookup(set setReference, isMap, negated bool) expression {
	e := newExpression("lookup").be32(unix.NFTA_LOOKUP_SREG, unix.NFT_REG_1)
	if isMap {
		e = e.be32(unix.NFTA_LOOKUP_DREG, unix.NFT_REG_VERDICT)
	}
	e = e.text(unix.NFTA_LOOKUP_SET, set.name)
	if set.id != 0 {
		e = e.be32(unix.NFTA_LOOKUP_SET_ID, set.id)
	}
	if negated {
		e = e.be32(unix.NFTA_LOOKUP_FLAGS, unix.NFT_LOOKUP_F_INV)
	}
	return e
}

func immediate(offset int, value []byte) expression {
	return newExpression("immediate").
		be32(unix.NFTA_IMMEDIATE_DREG, register(offset)).
		data(unix.NFTA_IMMEDIATE_DATA, value)
}

// encode is a verdict as immediate and the elements of maps have it.
func (v verdict) encode() attributes {
	codes := map[string]int32{
		"drop": 0, "return": unix.NFT_RETURN, "jump": unix.NFT_JUMP, "goto": unix.NFT_GOTO,
	}
	inner := attributes{}.be32(unix.NFTA_VERDICT_CODE, uint32(codes[v.kind]))
	if v.chain != "" {
		inner = inner.text(unix.NFTA_VERDICT_CHAIN, v.chain)
	}
	return attributes{}.nest(unix.NFTA_DATA_VERDICT, inner)
}
