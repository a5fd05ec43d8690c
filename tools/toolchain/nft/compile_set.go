// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// setReference names a set to the kernel, by its number in the batch too if it comes with it.
type setReference struct {
	name string
	id   uint32
}

// How whoever lists a set shall read its keys: enum byteorder, include/datatype.h, nftables 1.0.6.
const (
	noByteOrder   = 0 // a key of several parts, a verdict
	hostByteOrder = 1
	bigEndian     = 2
)

// integerType is nft's number for the keys of `numgen ... vmap { }`: TYPE_INTEGER, as datatype.id.
const integerType = 4

// maxElements is how much of the 64 KiB that an attribute may have a message fills with elements.
const maxElements = 32 << 10

func (b *batch) addSet(cmd *command) {
	s := cmd.set
	b.lastID++
	var flags uint32
	if s.isMap {
		flags |= unix.NFT_SET_MAP
	}
	if s.dynamic {
		flags |= unix.NFT_SET_EVAL | unix.NFT_SET_TIMEOUT
	}
	order := uint32(noByteOrder)
	if len(s.key) == 1 {
		order = bigEndian
	}
	a := setAttributes(cmd, setReference{cmd.name, b.lastID}, flags, s.key.number(), s.key.size())
	if s.dynamic {
		a = a.be64(unix.NFTA_SET_TIMEOUT, uint64(s.timeout.Milliseconds()))
	}
	data := setData(order, s.isMap).text(commentOfSet, cmd.comment)
	b.add(cmd, unix.NFT_MSG_NEWSET, unix.NLM_F_CREATE, a.bytes(unix.NFTA_SET_USERDATA, data))
	b.sets.remember(cmd, s, b.lastID)
}

func setAttributes(cmd *command, set setReference, flags, keyType uint32, size int) attributes {
	a := attributes{}.text(unix.NFTA_SET_TABLE, cmd.table).
		text(unix.NFTA_SET_NAME, set.name).
		be32(unix.NFTA_SET_FLAGS, flags).
		be32(unix.NFTA_SET_KEY_TYPE, keyType).
		be32(unix.NFTA_SET_KEY_LEN, uint32(size))
	if flags&unix.NFT_SET_MAP != 0 {
		a = a.be32(unix.NFTA_SET_DATA_TYPE, unix.NFT_DATA_VERDICT).be32(unix.NFTA_SET_DATA_LEN, 0)
	}
	return a.be32(unix.NFTA_SET_ID, set.id)
}

func setData(order uint32, isMap bool) userData {
	data := userData{}.host32(keyByteOrderOfSet, order)
	if isMap {
		data = data.host32(dataByteOrderOfSet, noByteOrder)
	}
	return data
}

// addUnnamed adds a set that belongs to one rule. The kernel replaces the %d.
func (b *batch) addUnnamed(cmd *command, name string, flags, keyType uint32, size, count int, data userData) setReference {
	b.lastID++
	set := setReference{name, b.lastID}
	a := setAttributes(cmd, set, flags|unix.NFT_SET_ANONYMOUS|unix.NFT_SET_CONSTANT, keyType, size).
		nest(unix.NFTA_SET_DESC, attributes{}.be32(unix.NFTA_SET_DESC_SIZE, uint32(count))).
		bytes(unix.NFTA_SET_USERDATA, data)
	b.add(cmd, unix.NFT_MSG_NEWSET, unix.NLM_F_CREATE, a)
	return set
}

func (b *batch) addList(cmd *command, s inList) setReference {
	var flags uint32
	var elements []attributes
	openEnds := 0
	data := setData(bigEndian, false)
	if s.isRanges {
		flags = unix.NFT_SET_INTERVAL
		data = data.host32(mergedRangesOfSet, 1)
		for _, bound := range bounds(merge(s.prefixes)) {
			elements = append(elements, bound.encode())
			if bound.isOpen {
				openEnds = 1 // nft makes room for the end that is not there
			}
		}
	} else {
		for _, prefix := range s.prefixes {
			elements = append(elements, elementKey(prefix.Addr().AsSlice()))
		}
	}
	set := b.addUnnamed(cmd, "__set%d", flags, s.field.typ.id, s.field.size, len(elements)+openEnds, data)
	b.addElements(cmd, set, elements)
	return set
}

func (b bound) encode() attributes {
	e := elementKey(b.address.AsSlice())
	if b.isEnd {
		e = e.be32(unix.NFTA_SET_ELEM_FLAGS, unix.NFT_SET_ELEM_INTERVAL_END)
	}
	if b.isOpen {
		e = e.bytes(unix.NFTA_SET_ELEM_USERDATA, userData{}.host32(flagsOfElement, openRange))
	}
	return e
}

func (b *batch) addChoices(cmd *command, s loadBalance) setReference {
	var elements []attributes
	for _, choice := range s.verdicts {
		e := elementKey(host32(choice.number)).nest(unix.NFTA_SET_ELEM_DATA, choice.verdict.encode())
		elements = append(elements, e)
	}
	data := setData(hostByteOrder, true)
	set := b.addUnnamed(cmd, "__map%d", unix.NFT_SET_MAP, integerType, 4, len(elements), data)
	b.addElements(cmd, set, elements)
	return set
}

// addElements puts elements into as many messages as they need.
func (b *batch) addElements(cmd *command, set setReference, elements []attributes) {
	for len(elements) > 0 {
		var list attributes
		for len(elements) > 0 && len(list)+len(elements[0]) < maxElements {
			list = list.nest(unix.NFTA_LIST_ELEM, elements[0])
			elements = elements[1:]
		}
		a := elementList(cmd, set).nest(unix.NFTA_SET_ELEM_LIST_ELEMENTS, list)
		b.add(cmd, unix.NFT_MSG_NEWSETELEM, unix.NLM_F_CREATE, a)
	}
}

func elementList(cmd *command, set setReference) attributes {
	a := attributes{}.text(unix.NFTA_SET_ELEM_LIST_TABLE, cmd.table).
		text(unix.NFTA_SET_ELEM_LIST_SET, set.name)
	if set.id != 0 {
		a = a.be32(unix.NFTA_SET_ELEM_LIST_SET_ID, set.id)
	}
	return a
}

func elementKey(raw []byte) attributes {
	return attributes{}.nest(unix.NFTA_SET_ELEM_KEY, attributes{}.bytes(unix.NFTA_DATA_VALUE, raw))
}

// changeElement adds or deletes one element of a set or a map.
func (b *batch) changeElement(cmd *command, kind, flags uint16) {
	known := b.sets.find(cmd, cmd.name, cmd.nameAt)
	if len(cmd.keyText) != len(known.key) {
		cmd.fail(cmd.keyText[0], "the keys of %s are %s", cmd.name, known.key)
	}
	var raw bytes.Buffer
	for i, text := range cmd.keyText {
		part, err := known.key[i].parse(text.text)
		if err != nil {
			cmd.fail(text, "%v", err)
		}
		raw.Write(part)
		if len(known.key) > 1 {
			raw.Write(make([]byte, padded(len(part))-len(part)))
		}
	}
	e := elementKey(raw.Bytes())
	set := setReference{name: cmd.name}
	if cmd.verb == "add" {
		set.id = known.id
		if known.isMap != (cmd.verdict != nil) {
			cmd.fail(cmd.nameAt, "a map's element has a verdict, a set's has none")
		}
		if cmd.verdict != nil {
			e = e.nest(unix.NFTA_SET_ELEM_DATA, cmd.verdict.encode())
		}
		e = e.comment(unix.NFTA_SET_ELEM_USERDATA, cmd.comment)
	}
	a := elementList(cmd, set).
		nest(unix.NFTA_SET_ELEM_LIST_ELEMENTS, attributes{}.nest(unix.NFTA_LIST_ELEM, e))
	b.add(cmd, kind, flags, a)
}
